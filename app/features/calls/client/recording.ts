import { askCall, type CallSocket } from './call-socket.ts'
import type { CurrentCall } from './call-state.ts'
import { ownPart } from './call-view.ts'
import type { LocalMedia } from './media-transport.ts'
import type { CallRecorder, RecordedPerson } from './recorder/call-recorder.ts'

type Inside = {
  socket: CallSocket
  viewerId: string
  current(): CurrentCall | null
  local(): LocalMedia | null
  /** It could not begin, or the server takes no more; in its words, if it said why. */
  failed(message: string | null): void
}

/** Whether this browser can record a call. */
export const canRecord = (): boolean => typeof MediaRecorder === 'function' && typeof AudioContext === 'function'

/** The recording that this tab makes of its call, if it does, and what the person says about others'. */
export function recordingControl({ socket, viewerId, current, local, failed }: Inside) {
  let recorder: CallRecorder | null = null
  /** Between asking the server and the first piece. */
  let beginning = false
  /** The server has told that this recording is made; until then its absence says nothing. */
  let isTold = false

  /** Whoever has agreed, oneself first; nobody else is ever handed to the recorder. */
  function people(): RecordedPerson[] {
    const call = current()
    const agreed = call?.call?.recording?.agreed ?? []
    if (!call?.call) return []
    const { own, remote } = call
    const self = {
      name: ownPart(call)?.name ?? '',
      camera: local()?.camera ?? null,
      screen: own.screen ? (local()?.screen ?? null) : null,
    }
    const others = call.call.participants.flatMap(({ id, userId, name, screen }) => {
      const media = remote.get(id)
      if (!media || !agreed.includes(userId)) return []
      return [{ name, camera: media.camera, screen: screen ? media.screen : null }]
    })
    return [self, ...others]
  }
  function drop(message: string | null) {
    recorder = null
    stop()
    failed(message)
  }
  async function stop() {
    const callId = current()?.call?.id
    if (callId) await askCall(socket, 'call:record-stop', { callId })
  }
  return {
    async start() {
      const call = current()
      if (!call?.call || recorder || beginning) return
      beginning = true
      const callId = call.call.id
      const hasPicture = call.callType === 'video'
      try {
        const { recordCall } = await import('./recorder/call-recorder.ts')
        const answer = await askCall(socket, 'call:record', { callId, hasPicture })
        if (!answer?.ok) return failed(answer?.message ?? null)
        if (current()?.call?.id !== callId) return
        isTold = false
        recorder = recordCall(answer.recordingId, hasPicture, people, drop)
      } catch {
        void stop()
        failed(null)
      } finally {
        beginning = false
      }
    },
    stop,
    async answer(agreed: boolean) {
      const callId = current()?.call?.id
      if (callId) await askCall(socket, 'call:record-answer', { callId, agreed })
    },
    /** Ends what the server says is over, and says that a recording is over which this page made before it was loaded again. */
    follow() {
      const call = current()
      const running = call?.call?.recording ?? null
      if (recorder && running?.id === recorder.id) isTold = true
      else if (recorder && (isTold || !call)) {
        recorder.stop()
        recorder = null
      } else if (!recorder && !beginning && running?.by === viewerId && current()?.participantId) void stop()
    },
  }
}
