import type { LiveSocket } from '#app/features/messages/client/connection.ts'
import { createStore } from '#app/features/messages/client/store.ts'
import type { CallMedia, CallSeat, CallView } from '#app/realtime/protocol/call-events.ts'
import { callTimes } from '#app/realtime/protocol/call-events.ts'
import type { CallType } from '#db/vocabulary/calls.ts'
import { askCall, type CallSocket } from './call-socket.ts'
import { type CallEvent, type CallFailure, type CallState, callReducer, noCalls, silentMedia } from './call-state.ts'
import { nameOf, peersOf, reportOf } from './call-view.ts'
import { captionControl } from './caption-control.ts'
import { mediaErrorCause } from './media-errors.ts'
import type { MediaTransport } from './media-transport.ts'
import { type OwnMedia, openOwnMedia } from './own-media.ts'
import { peerTransport } from './peer-transport.ts'
import { type PacketCounts, qualityBetween, samplePeriod, worstQuality } from './quality.ts'
import { recordingControl } from './recording.ts'
import { readResumable, writeResumable } from './resumable-call.ts'
import { screenSharing } from './screen-sharing.ts'

/** Whom to call: the members of a conversation, or one person. */
export type CallTarget = { conversationId?: string; userId?: string; callType: CallType; name: string }

export type Calls = ReturnType<typeof startCalls>

/** The calls of this tab: what the server says of them, the media of the one that it has, and what the person does. */
export function startCalls(live: LiveSocket, viewerId: string) {
  const socket = live as unknown as CallSocket
  const store = createStore<CallState>(noCalls(viewerId))
  const current = () => store.get().current
  let own: OwnMedia | null = null
  let transport: MediaTransport | null = null
  let peerId: string | null = null
  /** The broker is reached; it drops what is sent to it before. */
  let reached = false
  let reported: ReturnType<typeof reportOf> = null
  /** Grows with each call that begins or ends, so that what was asked for an earlier one is dropped when it arrives. */
  let turn = 0
  const recording = recordingControl({
    ...{ socket, viewerId, current, local: () => own?.local ?? null },
    failed: (message) =>
      dispatch({ type: 'failed', failure: { what: 'record', cause: 'other', ...(message && { message }) } }),
  })

  const captions = captionControl({ socket, current, dispatch })

  function dispatch(event: CallEvent) {
    store.update((state) => callReducer(state, event))
    recording.follow()
    captions.follow()
    if (!current()) release()
    else remember()
  }
  function release() {
    if (!own && !transport) return
    turn += 1
    transport?.close()
    own?.release()
    own = null
    transport = null
    peerId = null
    reported = null
    writeResumable(null)
  }
  /** For a reload of the page. */
  function remember() {
    const call = current()
    if (call?.call && call.participantId)
      writeResumable({ callId: call.call.id, callType: call.callType, name: call.name, own: call.own })
  }
  const fail = (what: CallFailure['what'], error: unknown) =>
    dispatch({ type: 'failed', failure: { what, cause: mediaErrorCause(error) } })
  const clock = (serverTime: number) => dispatch({ type: 'clock', serverTime, now: Date.now() })

  /** Opens the devices, asks the server for a place in a call, and takes it. */
  async function enter(
    what: 'call' | 'answer',
    wish: { callType: CallType; name: string; call: CallView | null; own?: CallMedia },
    ask: (media: CallMedia) => Promise<{ answer: ({ ok: true } & CallSeat) | { ok: false; message: string } | null }>,
  ): Promise<boolean> {
    if (current()) {
      dispatch({ type: 'shown', minimized: false })
      return false
    }
    turn += 1
    const mine = turn
    const video = wish.callType === 'video' && !wish.own?.cameraOff
    const before = wish.own ?? { ...silentMedia, cameraOff: !video }
    dispatch({ type: 'begun', callType: wish.callType, name: wish.name, call: wish.call, own: before })
    let opened: OwnMedia
    try {
      opened = await openOwnMedia({ video, unplugged })
    } catch (error) {
      if (turn === mine) fail(what, error)
      return false
    }
    if (turn !== mine || !current()) {
      opened.release()
      return false
    }
    own = opened
    const media = { ...before, screen: false, cameraOff: opened.local.camera.getVideoTracks().length === 0 }
    opened.mute(media.muted)
    dispatch({ type: 'own', changes: media })
    const { answer } = await ask(media)
    if (turn !== mine) {
      // Hung up before the server has answered.
      if (answer?.ok && answer.connection) void askCall(socket, 'call:end', { callId: answer.call.id })
      return false
    }
    if (!answer?.ok) {
      const cause = answer ? 'refused' : 'connection'
      dispatch({ type: 'failed', failure: { what, cause, ...(answer && { message: answer.message }) } })
      return false
    }
    if (opened.cameraError) fail('camera', opened.cameraError)
    await sit(answer)
    return true
  }

  /** Takes the place: reaches the broker, then everybody who is present. */
  async function sit({ call, participantId, connection, serverTime }: CallSeat) {
    clock(serverTime)
    dispatch({ type: 'seated', seat: { call, participantId } })
    if (!connection || call.state === 'ended') {
      const reason = call.endReason ?? 'failed'
      return dispatch({ type: 'ended', callId: call.id, reason, at: serverTime, durationSeconds: 0 })
    }
    if (transport && peerId === connection.peer.id) return meet()
    transport?.close()
    if (!own) return
    peerId = connection.peer.id
    const made = peerTransport(own.local, {
      ...connection,
      signal(toParticipant, { kind, ...signal }) {
        const payload = { callId: call.id, toParticipant, ...signal }
        void askCall(socket, kind === 'candidate' ? 'webrtc:ice-candidate' : `webrtc:${kind}`, payload as never)
      },
      async freshToken() {
        const answer = await askCall(socket, 'peer:credentials', { callId: call.id, peerId: connection.peer.id })
        return answer?.ok ? answer.peer.token : null
      },
      changed(media) {
        if (transport !== made) return
        dispatch({ type: 'remote', media })
        report()
      },
    })
    transport = made
    reached = false
    try {
      await made.open()
    } catch {
      if (transport !== made) return
      hangUp()
      return dispatch({ type: 'failed', failure: { what: 'call', cause: 'connection' } })
    }
    if (transport !== made) return
    reached = true
    meet()
  }

  /** Follows who is in the call. */
  function meet() {
    const call = current()
    if (!transport || !reached || !call?.call || !call.participantId) return
    const { toCall, toAdmit } = peersOf(call.call, call.participantId)
    const here = new Set([...toCall, ...toAdmit].map(({ id }) => id))
    for (const id of call.remote.keys()) {
      if (here.has(id)) continue
      transport.drop(id)
      dispatch({ type: 'left', participantId: id })
    }
    transport.setPeople(here.size + 1)
    for (const { id, cameraOff, screen } of call.call.participants)
      if (here.has(id)) transport.expect(id, { camera: !cameraOff, screen })
    for (const peer of toAdmit) transport.admit(peer)
    for (const peer of toCall) transport.call(peer)
    report()
  }

  function report() {
    const call = current()
    if (!call?.call) return
    const state = reportOf([...call.remote.values()].map((media) => media.state))
    if (state === null || state === reported) return
    reported = state
    void askCall(socket, 'call:reported-media', { callId: call.call.id, state })
  }

  function hangUp() {
    const callId = current()?.call?.id
    turn += 1
    dispatch({ type: 'over' })
    if (callId) void askCall(socket, 'call:end', { callId })
  }

  function tell(changes: Partial<CallMedia>) {
    dispatch({ type: 'own', changes })
    const callId = current()?.call?.id
    if (callId && current()?.participantId) void askCall(socket, 'call:media', { callId, ...changes })
  }
  function setMuted(muted: boolean) {
    own?.mute(muted)
    tell({ muted })
  }
  async function changeMicrophone() {
    try {
      const track = await own?.changeMicrophone()
      if (track) transport?.setMicrophone(track)
    } catch (error) {
      fail('microphone', error)
    }
  }
  /** Another microphone takes the place of one that is gone; no other camera is switched on unasked. */
  function unplugged(kind: 'audio' | 'video') {
    if (kind === 'audio') return void changeMicrophone()
    fail('camera', new DOMException('It was unplugged', 'NotFoundError'))
    void setCamera(false)
  }
  async function setCamera(on: boolean) {
    try {
      const track = (await own?.changeCamera(on)) ?? null
      transport?.setPicture('camera', track)
      tell({ cameraOff: track === null })
    } catch (error) {
      fail('camera', error)
    }
  }
  const screen = screenSharing({
    ...{ own: () => own, transport: () => transport, current, dispatch, tell },
    failed: (error) => fail('screen', error),
  })

  /** Calls that ring or go on, and the one that this tab had before it was loaded or lost its socket. */
  async function catchUp() {
    const call = current()
    if (call?.call && call.participantId) return takeBack(call.call.id)
    const answer = await askCall(socket, 'call:state', {})
    if (!answer?.ok) return
    clock(answer.serverTime)
    dispatch({ type: 'listed', calls: answer.calls })
    const before = readResumable()
    if (!before || current()) return
    const known = answer.calls.find(({ id }) => id === before.callId)
    if (!known) return writeResumable(null)
    await enter('answer', { ...before, call: known }, async (media) => {
      const resumed = await askCall(socket, 'call:resume', { callId: known.id })
      if (resumed?.ok) void askCall(socket, 'call:media', { callId: known.id, ...media })
      return { answer: resumed }
    })
  }
  /** After the socket was lost: the media may have gone on meanwhile. */
  async function takeBack(callId: string) {
    const answer = await askCall(socket, 'call:resume', { callId, ...(peerId && { peerId }) })
    if (answer?.ok) {
      reported = null
      // What was switched meanwhile, nobody has heard.
      const sent = current()?.own
      if (sent) void askCall(socket, 'call:media', { callId, ...sent })
      await sit(answer)
    } else if (answer && current()?.call?.id === callId)
      dispatch({ type: 'ended', callId, reason: 'connection_lost', at: Date.now(), durationSeconds: 0 })
  }

  let counted = new Map<string, PacketCounts>()
  async function sample() {
    const now = (await transport?.counts()) ?? new Map<string, PacketCounts>()
    const levels = [...now].flatMap(([id, counts]) => {
      const before = counted.get(id)
      return before ? [qualityBetween(before, counts)] : []
    })
    counted = now
    if (levels.length > 0) dispatch({ type: 'quality', level: worstQuality(levels) })
  }
  async function beat() {
    const call = current()
    if (!call?.call || !call.participantId) return
    const { shown } = call.quality
    const quality = shown === 'unknown' ? {} : { quality: shown }
    const answer = await askCall(socket, 'call:heartbeat', { callId: call.call.id, ...quality })
    if (!answer?.ok) return
    clock(answer.serverTime)
    if (answer.rev > (current()?.call?.rev ?? 0)) await refresh()
  }
  async function refresh() {
    const answer = await askCall(socket, 'call:state', {})
    if (!answer?.ok) return
    dispatch({ type: 'listed', calls: answer.calls })
    meet()
  }

  const handlers = {
    connect: () => void catchUp(),
    'call:incoming': ({ call, serverTime, busy = false }: { call: CallView; serverTime: number; busy?: boolean }) => {
      clock(serverTime)
      dispatch({ type: 'incoming', call, busy })
    },
    'call:participants': ({ call, serverTime }: { call: CallView; serverTime: number }) => {
      clock(serverTime)
      dispatch({ type: 'changed', call })
      if (current()?.call?.id === call.id) meet()
    },
    'call:ended': (ended: Omit<Extract<CallEvent, { type: 'ended' }>, 'type'>) => dispatch({ type: 'ended', ...ended }),
    'call:muted': ({ callId }: { callId: string }) => {
      if (current()?.call?.id !== callId) return
      own?.mute(true)
      dispatch({ type: 'muted' })
    },
    'call:caption': captions.show,
    'webrtc:offer': ({ fromParticipant, sdp }: { fromParticipant: string; sdp: string }) =>
      transport?.receive(fromParticipant, { kind: 'offer', sdp }),
    'webrtc:answer': ({ fromParticipant, sdp }: { fromParticipant: string; sdp: string }) =>
      transport?.receive(fromParticipant, { kind: 'answer', sdp }),
    'webrtc:ice-candidate': ({
      fromParticipant,
      ...candidate
    }: {
      fromParticipant: string
      candidate: string | null
    }) => transport?.receive(fromParticipant, { kind: 'candidate', ...candidate }),
  }
  return {
    store,
    /** Listens to the socket, until the returned function is called. */
    listen() {
      for (const [event, handle] of Object.entries(handlers)) socket.on(event as never, handle as never)
      const timers = [setInterval(sample, samplePeriod), setInterval(beat, callTimes.heartbeat)]
      if (socket.connected) void catchUp()
      return () => {
        timers.forEach(clearInterval)
        for (const [event, handle] of Object.entries(handlers)) socket.off(event as never, handle as never)
        captions.stop()
        transport?.close()
        own?.release()
      }
    },
    call: ({ name, callType, ...to }: CallTarget) =>
      enter('call', { callType, name, call: null }, async (media) => ({
        answer: await askCall(socket, 'call:invite', { ...to, callType, media, clientCallId: crypto.randomUUID() }),
      })),
    join: (conversationId: string, callType: CallType, name: string) =>
      enter('call', { callType, name, call: null }, async (media) => ({
        answer: await askCall(socket, 'call:join', { conversationId, callType, media }),
      })),
    answer: (call: CallView, callType: CallType = call.callType) =>
      enter('answer', { callType, name: nameOf(call, viewerId), call }, async (media) => ({
        answer: await askCall(socket, 'call:answer', { callId: call.id, media }),
      })),
    /** Takes the call here that another tab or device has. */
    takeOver: (call: CallView) =>
      enter('answer', { callType: call.callType, name: nameOf(call, viewerId), call }, async (media) => {
        const answer = await askCall(socket, 'call:resume', { callId: call.id })
        if (answer?.ok) void askCall(socket, 'call:media', { callId: call.id, ...media })
        return { answer }
      }),
    reject(call: CallView) {
      dispatch({ type: 'ended', callId: call.id, reason: 'declined', at: Date.now(), durationSeconds: 0 })
      void askCall(socket, 'call:reject', { callId: call.id })
    },
    hangUp,
    setMuted,
    setCamera,
    changeMicrophone,
    setHand: (handRaised: boolean) => tell({ handRaised }),
    ...screen,
    captions,
    async muteAll() {
      const callId = current()?.call?.id
      if (callId) await askCall(socket, 'call:mute-all', { callId })
    },
    async remove(participantId: string) {
      const callId = current()?.call?.id
      if (callId) await askCall(socket, 'call:remove', { callId, participantId })
    },
    /** Rings more members; the server's refusal, or null. */
    async inviteMore(userIds: string[]): Promise<string | null> {
      const callId = current()?.call?.id
      if (!callId) return null
      const answer = await askCall(socket, 'call:invite-more', { callId, userIds })
      if (answer?.ok) {
        dispatch({ type: 'changed', call: answer.call })
        return null
      }
      return answer?.message ?? ''
    },
    recording,
    show: (changes: { minimized?: boolean; panelOpen?: boolean; confirmingRecording?: boolean }) =>
      dispatch({ type: 'shown', ...changes }),
    read: (what: 'ended' | 'failure' | 'quiet' | 'muted') => dispatch({ type: 'read', what }),
    local: () => own?.local ?? null,
    levels: () => transport?.levels() ?? new Map<string, number>(),
  }
}
