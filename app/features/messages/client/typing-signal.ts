/** `typing_start` is repeated this often; a pause of the same length ends the typing (ms). */
const repeatInterval = 4_000
/** Minimum time between two signals, because the server accepts one a second (ms). */
const minInterval = 1_200

/** Signals typing to the other members: at the first key, every four seconds while it continues, and when it stops. */
export function typingSignal(emit: (event: 'typing_start' | 'typing_stop', conversationId: string) => void) {
  let current: string | null = null
  let sentAt = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  function stop() {
    clearTimeout(pause)
    if (current) emit('typing_stop', current)
    current = null
  }
  return {
    typing(conversationId: string) {
      if (current !== conversationId) stop()
      const now = Date.now()
      // The server would refuse it so soon after the last one; the next key sends it.
      if (current === null && now - sentAt < minInterval) return
      if (current === null || now - sentAt >= repeatInterval) {
        emit('typing_start', conversationId)
        sentAt = now
      }
      current = conversationId
      clearTimeout(pause)
      pause = setTimeout(stop, repeatInterval)
    },
    stop,
  }
}
