import { listenToGoneFiles } from './forget-chat-files.server.ts'
import { listenToLinks } from './listen-to-links.server.ts'

/** What is done about messages beside requests: links are looked up, and the files of what was taken back go. Gives the way to stop. */
export function startMessages(): () => void {
  const stops = [...listenToLinks(), ...listenToGoneFiles()]
  return () => {
    for (const stop of stops) stop()
  }
}
