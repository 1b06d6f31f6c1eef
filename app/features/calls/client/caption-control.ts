import { askCall, type CallSocket } from './call-socket.ts'
import type { CallEvent, CurrentCall } from './call-state.ts'
import { captionStays, startCaptions } from './captions.ts'

/** The captions of a call: what this person says, while they want it and are not muted, and what the others say. */
export function captionControl({
  socket,
  current,
  dispatch,
}: {
  socket: CallSocket
  current(): CurrentCall | null
  dispatch(event: CallEvent): void
}) {
  let own: { stop(): void } | null = null
  const fading = new Map<string, ReturnType<typeof setTimeout>>()

  function end() {
    own?.stop()
    own = null
  }
  return {
    set: (captioning: boolean) => dispatch({ type: 'shown', captioning }),
    /** Listens or stops, as the state of the call says. */
    follow() {
      const call = current()
      const wanted = call !== null && call.participantId !== null && call.captioning && !call.own.muted
      if (!wanted) return end()
      own ??= startCaptions({
        said(text) {
          const callId = current()?.call?.id
          if (callId) void askCall(socket, 'call:caption', { callId, text })
        },
        failed() {
          own = null
          dispatch({ type: 'shown', captioning: false })
          dispatch({ type: 'failed', failure: { what: 'captions', cause: 'other' } })
        },
      })
    },
    /** Shows what another one says, for a while. */
    show({ callId, fromParticipant, text }: { callId: string; fromParticipant: string; text: string }) {
      const call = current()
      if (call?.call?.id !== callId || !call.call.participants.some(({ id }) => id === fromParticipant)) return
      clearTimeout(fading.get(fromParticipant))
      dispatch({ type: 'captioned', participantId: fromParticipant, text })
      fading.set(
        fromParticipant,
        setTimeout(() => {
          fading.delete(fromParticipant)
          dispatch({ type: 'captioned', participantId: fromParticipant, text: '' })
        }, captionStays),
      )
    },
    stop() {
      end()
      fading.forEach(clearTimeout)
      fading.clear()
    },
  }
}
