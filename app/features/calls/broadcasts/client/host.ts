import { askCall, type CallSocket } from '#app/features/calls/client/call-socket.ts'
import { type MediaErrorCause, mediaErrorCause } from '#app/features/calls/client/media-errors.ts'
import { type OwnMedia, openOwnMedia } from '#app/features/calls/client/own-media.ts'
import { record } from '#app/features/calls/client/recorder/call-recorder.ts'
import { createStore } from '#app/features/messages/client/store.ts'
import type { BroadcastQuestion } from '#app/realtime/protocol/broadcast-events.ts'
import { type BroadcastEndReason, broadcastFormats } from '#db/vocabulary/broadcasts.ts'
import { mimeTypes } from './formats.ts'
import { watchLive } from './watch-live.ts'

/** To whom a broadcast goes: a conversation, or without one the company. */
export type Audience = { conversationId: string | null; name: string }
export type HostFailure = {
  what: 'start' | 'device' | 'pieces'
  cause: MediaErrorCause | 'connection'
  message: string | null
}
export type Hosting = {
  audience: Audience
  /** `asking` for the title, `opening` the devices, then `live`. */
  phase: 'asking' | 'opening' | 'live'
  id: string | null
  title: string
  startedAt: number
  muted: boolean
  cameraOff: boolean
  screen: boolean
  viewers: number
  questions: readonly BroadcastQuestion[]
  minimized: boolean
}
/** What the host sees. `ended` says why a broadcast is over that they have not ended themselves. */
export type HostState = {
  hosting: Hosting | null
  failure: HostFailure | null
  ended: { id: string; reason: BroadcastEndReason | null } | null
}

/** How long a piece is, and how far two keyframes are apart, where somebody can begin to watch (ms). */
const [pieceLength, betweenKeyframes] = [250, 1_500]
const bitRates = { videoBitsPerSecond: 900_000, audioBitsPerSecond: 48_000 }

export type Host = ReturnType<typeof startHost>

/** The broadcast that this tab holds. */
export function startHost(socket: CallSocket) {
  const store = createStore<HostState>({ hosting: null, failure: null, ended: null })
  let own: OwnMedia | null = null
  let recorder: { stop(): void } | null = null
  let unfollow: (() => void) | null = null
  const hosting = () => store.get().hosting
  const set = (changes: Partial<Hosting>) =>
    store.update((state) => (state.hosting ? { ...state, hosting: { ...state.hosting, ...changes } } : state))
  const fail = (what: HostFailure['what'], cause: HostFailure['cause'], message: string | null = null) =>
    store.update((state) => ({ ...state, failure: { what, cause, message } }))
  const stay = (event: BeforeUnloadEvent) => event.preventDefault()

  function release() {
    window.removeEventListener('beforeunload', stay)
    unfollow?.()
    recorder?.stop()
    own?.release()
    unfollow = null
    recorder = null
    own = null
    store.update((state) => ({ ...state, hosting: null }))
  }
  /** What is recorded of this person: nobody else is in it. */
  function people(name: string) {
    return [{ name, camera: own?.local.camera ?? null, screen: hosting()?.screen ? (own?.local.screen ?? null) : null }]
  }
  function begin(id: string, name: string, format: (typeof broadcastFormats)[number]) {
    recorder = record({
      ...{ address: `/broadcasts/${id}/pieces`, people: () => people(name), mimeType: mimeTypes[format], pieceLength },
      options: { ...bitRates, videoKeyFrameIntervalDuration: betweenKeyframes },
      failed(message) {
        recorder = null
        release()
        fail('pieces', 'other', message)
      },
    })
    window.addEventListener('beforeunload', stay)
    unfollow = watchLive(id, {
      progress({ state, endReason, viewers }) {
        if (state === 'live') return set({ viewers })
        release()
        if (endReason !== 'ended') store.update((before) => ({ ...before, ended: { id, reason: endReason } }))
      },
      questions: (more) => {
        const known = hosting()?.questions ?? []
        set({ questions: [...known, ...more.filter(({ id: one }) => known.every((each) => each.id !== one))] })
      },
      closed: release,
      piece: ({ taken }) => taken(),
    })
  }
  return {
    store,
    local: () => own?.local ?? null,
    ask(audience: Audience) {
      if (hosting()) return set({ minimized: false })
      const fresh = { id: null, title: '', startedAt: 0, muted: false, cameraOff: false, screen: false, viewers: 0 }
      store.update(() => ({
        ...{ failure: null, ended: null },
        hosting: { audience, phase: 'asking', ...fresh, questions: [], minimized: false },
      }))
    },
    /** Opens the devices, and is live once the server knows. */
    async start({ title, description, name }: { title: string; description: string; name: string }) {
      const asked = hosting()
      if (asked?.phase !== 'asking') return
      set({ phase: 'opening', title })
      store.update((state) => ({ ...state, failure: null }))
      const again = () => set({ phase: 'asking' })
      const format = broadcastFormats.find((each) => globalThis.MediaRecorder?.isTypeSupported(mimeTypes[each]))
      try {
        if (!format) throw new DOMException('cannot record', 'NotSupportedError')
        own = await openOwnMedia({ video: true, unplugged: () => void changeMicrophone() })
      } catch (error) {
        again()
        return fail('start', mediaErrorCause(error))
      }
      const { conversationId } = asked.audience
      const answer = await askCall(socket, 'broadcast:start', {
        ...{ title, description, format, clientBroadcastId: crypto.randomUUID() },
        ...(conversationId !== null && { conversationId }),
      })
      if (!answer?.ok) {
        own.release()
        own = null
        again()
        return fail('start', 'connection', answer?.message ?? null)
      }
      const cameraOff = own.local.camera.getVideoTracks().length === 0
      set({ phase: 'live', id: answer.broadcastId, startedAt: Date.now(), cameraOff })
      try {
        begin(answer.broadcastId, name, format)
      } catch (error) {
        void end()
        fail('start', mediaErrorCause(error))
      }
    },
    setMuted(muted: boolean) {
      own?.mute(muted)
      set({ muted })
    },
    async setCamera(on: boolean) {
      try {
        await own?.changeCamera(on)
        set({ cameraOff: !on })
      } catch (error) {
        fail('device', mediaErrorCause(error))
      }
    },
    changeMicrophone,
    async shareScreen(open: () => Promise<MediaStreamTrack>) {
      try {
        const track = await open()
        track.addEventListener('ended', () => stopScreen())
        own?.changeScreen(track)
        set({ screen: true })
      } catch (error) {
        // Whoever closes the browser's question has changed their mind.
        if (mediaErrorCause(error) !== 'permission') fail('device', mediaErrorCause(error))
      }
    },
    stopScreen,
    end,
    show: (changes: Partial<Pick<Hosting, 'minimized'>>) => set(changes),
    close() {
      if (hosting()?.phase === 'asking') release()
    },
    read: () => store.update((state) => ({ ...state, failure: null, ended: null })),
    release,
  }

  function stopScreen() {
    own?.changeScreen(null)
    set({ screen: false })
  }
  async function changeMicrophone() {
    try {
      await own?.changeMicrophone()
    } catch (error) {
      fail('device', mediaErrorCause(error))
    }
  }
  /** Ends it for everybody; without a connection it ends by itself once nothing comes any more. */
  async function end() {
    const id = hosting()?.id
    release()
    if (id) await fetch(`/broadcasts/${id}/end`, { method: 'POST', keepalive: true }).catch(() => null)
  }
}
