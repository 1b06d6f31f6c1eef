/** While somebody types it is said again this often; a pause of the same length is the end of it (ms). */
const again = 4_000
/** The server takes no more than one a second (ms). */
const leastBetween = 1_200

/** Tells others that one is typing: at the first key, every four seconds while it goes on, and when it stops. */
export function typingSignal(tell: (event: 'typing_start' | 'typing_stop', conversationId: string) => void) {
  let current: string | null = null
  let told = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  function stop() {
    clearTimeout(pause)
    if (current) tell('typing_stop', current)
    current = null
  }
  return {
    typing(conversationId: string) {
      if (current !== conversationId) stop()
      const now = Date.now()
      // So soon after the last one it would be refused, and silence would follow: the next key tells it.
      if (current === null && now - told < leastBetween) return
      if (current === null || now - told >= again) {
        tell('typing_start', conversationId)
        told = now
      }
      current = conversationId
      clearTimeout(pause)
      pause = setTimeout(stop, again)
    },
    stop,
  }
}
