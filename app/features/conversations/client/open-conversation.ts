/** Answers the worker's question which conversation this window shows. Returns a function that stops it. */
export function reportOpenConversation(shown: () => string | null): () => void {
  const answer = ({ ports }: MessageEvent) => ports[0]?.postMessage(shown())
  navigator.serviceWorker?.addEventListener('message', answer)
  return () => navigator.serviceWorker?.removeEventListener('message', answer)
}
