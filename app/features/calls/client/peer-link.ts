import type { MediaConnection } from 'peerjs'
import {
  type LinkState,
  type LocalMedia,
  type Picture,
  pictures,
  type RemoteMedia,
  type Signal,
} from './media-transport.ts'
import type { PacketCounts } from './quality.ts'
import { firstCallPatience, startReconnection } from './reconnection.ts'
import { cappedEncoding, screenCaps, senderCaps } from './sender-caps.ts'
import { sessionOf } from './session-of.ts'
import { askForPackets, soundPackets } from './sound-packets.ts'

export type PeerLink = {
  id: string
  connection: MediaConnection
  state(): LinkState
  receive(signal: Signal): void
  setMicrophone(track: MediaStreamTrack): void
  setPicture(picture: Picture, track: MediaStreamTrack | null): void
  expect(sends: Record<Picture, boolean>): void
  setPeople(people: number): void
  counts(): Promise<PacketCounts>
  level(): number
  close(): void
}

/**
 * The connection to one participant. PeerJS has made it and carries its first offer and answer; from then on the end that has called
 * renegotiates the same RTCPeerConnection by signals, and the other end only answers (decision 147). `connectionState` is what counts:
 * PeerJS would close what ICE calls failed, and does not notice a peer that is gone.
 */
export function linkOver(
  connection: MediaConnection,
  own: LocalMedia,
  options: {
    id: string
    /** Whether this end has called. */
    caller: boolean
    people: number
    /** How many calls to them before this one have come to nothing. */
    times: number
    send(signal: Signal): void
    changed(media: RemoteMedia): void
    /** The last attempt to reach them: a new call through the broker. */
    callAnew(): void
  },
): PeerLink {
  const { id, caller, send } = options
  const pc = connection.peerConnection
  const remote: Record<Picture, MediaStream | null> = { camera: null, screen: null }
  const transceivers: Partial<Record<Picture, RTCRtpTransceiver>> = {}
  let expected: Record<Picture, boolean> = { camera: false, screen: false }
  let people = options.people
  let state: LinkState = 'connecting'
  let reconnection: { stop(): void } | null = null
  let takenOver = false
  let closed = false
  let received: Promise<void> = Promise.resolve()

  const tell = () => {
    if (!closed) options.changed({ id, state, ...remote })
  }
  function become(next: LinkState) {
    if (state === next || closed) return
    state = next
    tell()
  }
  const trackOf = (picture: Picture) => own[picture].getVideoTracks()[0] ?? null

  /** From now on candidates and offers go by signals. */
  function takeOver() {
    if (takenOver) return
    takenOver = true
    transceivers.camera ??= pc.getTransceivers().find(({ sender, receiver }) => {
      return sender.track?.kind === 'video' || receiver.track.kind === 'video'
    })
    pc.onicecandidate = ({ candidate }) => candidate && send({ kind: 'candidate', ...candidate.toJSON() } as Signal)
    if (!caller) return
    pc.onnegotiationneeded = () => void offer()
    makeRoom()
  }

  /** Gives each picture that either end sends its place in the connection. Only the caller may. */
  function makeRoom() {
    if (!caller || !takenOver || closed) return
    for (const picture of pictures) {
      const track = trackOf(picture)
      const there = transceivers[picture]
      if (!track && !expected[picture]) continue
      if (!there) {
        const made = pc.addTransceiver('video', { direction: 'sendrecv', streams: [own[picture]] })
        transceivers[picture] = made
        void made.sender.replaceTrack(track).then(cap)
      } else if (there.currentDirection !== 'sendrecv' && pc.signalingState === 'stable') {
        there.direction = 'sendrecv'
        void offer()
      }
    }
  }

  async function offer() {
    if (closed || pc.signalingState !== 'stable') return
    try {
      await pc.setLocalDescription()
      sendOwn('offer')
    } catch (error) {
      console.warn('calls: no offer', error)
    }
  }
  function sendOwn(kind: 'offer' | 'answer') {
    if (pc.localDescription?.type === kind && !closed)
      send({ kind, sdp: askForPackets(pc.localDescription.sdp, soundPackets(people)) })
  }

  async function take(signal: Signal) {
    if (closed) return
    if (signal.kind === 'candidate') {
      const { candidate, sdpMid = null, sdpMLineIndex = null, usernameFragment = null } = signal
      // One of a connection that has been replaced does not fit.
      await pc.addIceCandidate({ candidate: candidate ?? '', sdpMid, sdpMLineIndex, usernameFragment }).catch(() => {})
      return
    }
    // Of a connection that has been replaced.
    if (sessionOf(signal.sdp) !== sessionOf(pc.remoteDescription?.sdp ?? '')) return
    takeOver()
    try {
      await pc.setRemoteDescription({ type: signal.kind, sdp: signal.sdp })
      if (signal.kind === 'answer') {
        makeRoom()
        return cap()
      }
      for (const picture of pictures) fill(picture)
      await pc.setLocalDescription()
      sendOwn('answer')
      cap()
    } catch (error) {
      console.warn(`calls: no ${signal.kind}`, error)
    }
  }

  /** Takes the place that the caller has made for a picture. */
  function fill(picture: Picture) {
    const there = transceivers[picture]
    if (!there) return
    there.direction = 'sendrecv'
    there.sender.setStreams?.(own[picture])
    void there.sender.replaceTrack(trackOf(picture))
  }

  pc.oniceconnectionstatechange = null
  pc.ontrack = ({ track, transceiver, streams: [stream] }) => {
    if (!stream) return
    // The first stream is that of the microphone and the camera; a screen comes later, in its own.
    const picture = remote.camera === null || remote.camera.id === stream.id ? 'camera' : 'screen'
    remote[picture] = stream
    if (track.kind === 'video') transceivers[picture] = transceiver
    tell()
  }
  pc.onconnectionstatechange = () => {
    if (closed) return
    if (pc.connectionState === 'connected') {
      reconnection?.stop()
      reconnection = null
      takeOver()
      cap()
      become('connected')
    } else if (pc.connectionState === 'disconnected' || pc.connectionState === 'failed') reconnect()
  }

  let unanswered: ReturnType<typeof setTimeout>
  function bePatient(waited: number) {
    if (!caller || state !== 'connecting' || closed) return
    const patience = firstCallPatience(people, options.times, pc.remoteDescription !== null, waited)
    if (patience === 0) options.callAnew()
    else unanswered = setTimeout(() => bePatient(waited + patience), patience)
  }
  bePatient(0)

  function reconnect() {
    if (reconnection) return
    become('reconnecting')
    reconnection = startReconnection(caller, {
      attempt(how) {
        if (how === 'call') options.callAnew()
        else {
          pc.restartIce()
          void offer()
        }
      },
      givenUp: () => become('lost'),
    })
  }

  /** What each picture's sender was limited to last. Each question to one waits for the thread that sends, so none is asked twice. */
  const capped: Partial<Record<Picture, string>> = {}
  /** The browser refuses this for a sender that is not negotiated yet, which is capped once it is connected. */
  function cap() {
    if (pc.connectionState !== 'connected') return
    for (const picture of pictures) {
      const sender = transceivers[picture]?.sender
      if (!sender?.track) continue
      const caps = picture === 'camera' ? senderCaps(people) : screenCaps(people)
      const wanted = cappedEncoding(caps, sender.track.getSettings().height ?? null)
      const text = JSON.stringify(wanted)
      if (capped[picture] === text) continue
      capped[picture] = text
      void limit(sender, wanted).then((isDone) => {
        if (!isDone && capped[picture] === text) delete capped[picture]
      })
    }
  }

  return {
    id,
    connection,
    state: () => state,
    receive(signal) {
      received = received.then(() => take(signal))
    },
    setMicrophone(track) {
      const sender = pc.getSenders().find((each) => each.track?.kind === 'audio')
      void sender?.replaceTrack(track)
    },
    setPicture(picture, track) {
      const there = transceivers[picture]
      if (there) void there.sender.replaceTrack(track).then(cap)
      makeRoom()
    },
    expect(sends) {
      expected = sends
      makeRoom()
    },
    setPeople(next) {
      people = next
      cap()
    },
    counts: async () => countsOf(await pc.getStats()),
    level: () => (state === 'connected' ? loudest(pc) : 0),
    close() {
      closed = true
      clearTimeout(unanswered)
      reconnection?.stop()
      pc.onconnectionstatechange = null
      pc.onicecandidate = null
      pc.onnegotiationneeded = null
      pc.ontrack = null
      connection.close()
      pc.close()
    },
  }
}

/** Returns whether the browser has taken it. */
async function limit(sender: RTCRtpSender, wanted: ReturnType<typeof cappedEncoding>): Promise<boolean> {
  const parameters = sender.getParameters()
  const [encoding] = parameters.encodings ?? []
  if (!encoding) return false
  Object.assign(encoding, wanted)
  return sender.setParameters(parameters).then(
    () => true,
    () => false,
  )
}

function countsOf(report: RTCStatsReport): PacketCounts {
  const counts: PacketCounts = { received: 0, lost: 0, roundTripMs: null }
  report.forEach((stats) => {
    if (stats.type === 'inbound-rtp') {
      counts.received += stats.packetsReceived ?? 0
      counts.lost += stats.packetsLost ?? 0
    }
    if (stats.type === 'candidate-pair' && stats.nominated && stats.currentRoundTripTime !== undefined)
      counts.roundTripMs = stats.currentRoundTripTime * 1_000
  })
  return counts
}

/** Each look waits for the thread that receives, so that pictures are not asked. */
function loudest(pc: RTCPeerConnection): number {
  const sounds = pc.getReceivers().filter(({ track }) => track.kind === 'audio')
  return Math.max(0, ...sounds.map((sound) => sound.getSynchronizationSources()[0]?.audioLevel ?? 0))
}
