import { type MediaConnection, Peer } from 'peerjs'
import type { LocalMedia, MediaTransport, Picture, RemotePeer, TransportOptions } from './media-transport.ts'
import { linkOver, type PeerLink } from './peer-link.ts'
import { unreachedRetry } from './reconnection.ts'
import { senderCaps } from './sender-caps.ts'
import { askForPackets, soundPackets } from './sound-packets.ts'

/** How long the broker may take to answer (ms). */
const brokerLimit = 10_000
/** How long a call may wait for the server to say who makes it (ms), and how many may. */
const strangerLimit = 10_000
const maxStrangers = 16
/** After how long a lost connection to the broker is tried again (ms). Media that flows does not need it; whoever joins does. */
const brokerRetry = 2_000

/** Media by a mesh of PeerJS connections through our own broker, to all of up to eight people. */
export function peerTransport(own: LocalMedia, options: TransportOptions): MediaTransport {
  const links = new Map<string, PeerLink>()
  const known = new Map<string, RemotePeer>()
  const expected = new Map<string, Record<Picture, boolean>>()
  /** Calls of peers of whom the server has not told yet, by peer id. */
  const strangers = new Map<string, MediaConnection>()
  /** How often somebody was called whom the broker did not know yet, by peer id, and whether they are about to be called again. */
  const unreached = new Map<string, { times: number; isWaiting: boolean }>()
  /** How many calls that were made have come to nothing, by participant. */
  const fruitless = new Map<string, number>()
  let people = 2
  /** The camera's track and the height that it was asked for. */
  let fitted = ''
  let closed = false
  const { hostname, port, protocol } = window.location
  const secure = protocol === 'https:'
  const { id, token } = options.peer
  let peer: Peer | null = null

  const packets = { sdpTransform: (sdp: string) => askForPackets(sdp, soundPackets(people)) }

  function hold(connection: MediaConnection | undefined, id: string, caller: boolean) {
    // PeerJS makes none while it is not connected to the broker.
    if (!connection?.peerConnection) return
    links.get(id)?.close()
    const link = linkOver(connection, own, {
      id,
      caller,
      people,
      times: fruitless.get(id) ?? 0,
      send: (signal) => options.signal(id, signal),
      changed(media) {
        if (media.state === 'connected') fruitless.delete(id)
        options.changed(media)
      },
      callAnew() {
        fruitless.set(id, (fruitless.get(id) ?? 0) + 1)
        const to = known.get(id)
        if (to) hold(peer?.call(to.peerId, own.camera, packets), id, true)
      },
    })
    links.set(id, link)
    const sends = expected.get(id)
    if (sends) link.expect(sends)
  }

  function answer(connection: MediaConnection, id: string) {
    connection.answer(own.camera, packets)
    hold(connection, id, false)
  }

  function incoming(connection: MediaConnection) {
    const from = [...known.values()].find(({ peerId }) => peerId === connection.peer)
    if (from) return answer(connection, from.id)
    if (strangers.size >= maxStrangers) return connection.close()
    strangers.set(connection.peer, connection)
    setTimeout(() => {
      if (strangers.get(connection.peer) !== connection) return
      strangers.delete(connection.peer)
      connection.close()
    }, strangerLimit)
  }

  /** Whoever joins at the same time may not have reached the broker yet. */
  function callAgain(peerId: string) {
    const to = [...known.values()].find((each) => each.peerId === peerId)
    if (!to) return
    const { times, isWaiting } = unreached.get(peerId) ?? { times: 0, isWaiting: false }
    // Of several calls that have not reached them, one is made again.
    if (isWaiting) return
    unreached.set(peerId, { times: times + 1, isWaiting: true })
    setTimeout(() => {
      unreached.set(peerId, { times: times + 1, isWaiting: false })
      if (closed || known.get(to.id) !== to || links.get(to.id)?.state() !== 'connecting') return
      hold(peer?.call(peerId, own.camera, packets), to.id, true)
    }, unreachedRetry(times))
  }

  /** The camera makes no larger a picture than is sent: making it small for each of the others costs the processor more. */
  function fitCamera() {
    const [track] = own.camera.getVideoTracks()
    const { height, frameRate } = senderCaps(people)
    if (!track || fitted === `${track.id} ${height}`) return
    fitted = `${track.id} ${height}`
    const wanted = { height: { ideal: height }, frameRate: { ideal: frameRate, max: 30 } }
    const fit = () => {
      // By how much a sender makes it smaller depends on its size.
      for (const link of links.values()) link.setPeople(people)
    }
    track.applyConstraints(wanted).then(fit, () => {})
  }

  function keepConnected(broker: Peer) {
    broker.on('call', incoming)
    broker.on('error', (error) => {
      // PeerJS names the peer only in the message.
      if (error.type === 'peer-unavailable') callAgain(error.message.split(' ').at(-1) ?? '')
      else console.warn(`calls: ${error.type}`)
    })
    broker.on('disconnected', () => {
      setTimeout(async () => {
        const fresh = closed ? null : await options.freshToken()
        if (closed || broker.destroyed || !broker.disconnected) return
        // The one that the call began with is valid for ten minutes.
        if (fresh !== null) broker.options.token = fresh
        broker.reconnect()
      }, brokerRetry)
    })
  }

  return {
    open() {
      const broker = new Peer(id, {
        host: hostname,
        port: Number(port) || (secure ? 443 : 80),
        path: '/peerjs',
        secure,
        token,
        debug: 0,
        config: {
          iceServers: options.iceServers,
          iceTransportPolicy: options.iceTransportPolicy,
          bundlePolicy: 'max-bundle',
        },
      })
      peer = broker
      keepConnected(broker)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('The broker does not answer')), brokerLimit)
        broker.on('open', () => {
          clearTimeout(timer)
          resolve()
        })
      })
    },
    call(to) {
      const before = known.get(to.id)
      known.set(to.id, to)
      if (links.has(to.id) && before?.peerId === to.peerId) return
      hold(peer?.call(to.peerId, own.camera, packets), to.id, true)
    },
    admit(from) {
      known.set(from.id, from)
      const waiting = strangers.get(from.peerId)
      if (!waiting) return
      strangers.delete(from.peerId)
      answer(waiting, from.id)
    },
    drop(id) {
      known.delete(id)
      expected.delete(id)
      links.get(id)?.close()
      links.delete(id)
    },
    receive: (from, signal) => links.get(from)?.receive(signal),
    setMicrophone(track) {
      for (const link of links.values()) link.setMicrophone(track)
    },
    setPicture(picture, track) {
      if (picture === 'camera') fitCamera()
      for (const link of links.values()) link.setPicture(picture, track)
    },
    expect(id, sends) {
      expected.set(id, sends)
      links.get(id)?.expect(sends)
    },
    setPeople(next) {
      people = next
      fitCamera()
      for (const link of links.values()) link.setPeople(next)
    },
    async counts() {
      const counted = [...links.values()].map(async (link) => [link.id, await link.counts()] as const)
      return new Map(await Promise.all(counted))
    },
    levels: () => new Map([...links.values()].map((link) => [link.id, link.level()])),
    close() {
      closed = true
      for (const link of links.values()) link.close()
      links.clear()
      for (const connection of strangers.values()) connection.close()
      strangers.clear()
      peer?.destroy()
    },
  }
}
