// Garbage over the two kinds of websocket.
import { randomBytes, randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { issuePeerCredentials } from '#app/features/calls/peer-credentials.server.ts'
import type { callSchemas } from '#app/realtime/protocol/call-schemas.server.ts'
import type { eventSchemas } from '#app/realtime/protocol/event-schemas.server.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { brokerPath } from '#tests/setup/sockets.ts'
import { type Arena, type Attack, host, pause, repeat } from './attack.ts'

/** An open websocket; null where the server refused it. */
function open({ port, from }: Arena, path: string, cookie: string): Promise<WebSocket | null> {
  const headers = { Cookie: cookie, Origin: ownOrigin }
  const socket = new WebSocket(`ws://${host}:${port}${path}`, { headers, ...(from ? { localAddress: from } : {}) })
  return new Promise((done) => {
    socket.on('error', () => done(null))
    socket.once('close', () => done(null))
    socket.once('open', () => done(socket))
  })
}

const writable = (socket: WebSocket) => socket.readyState === WebSocket.OPEN && socket.bufferedAmount < 1_000_000

const garbage = (group: string) => [
  '40',
  '42["nothing",{}]',
  `42["send_message",{"groupId":"${group}","content":${JSON.stringify('x'.repeat(50_000))}}]`,
  `42["sync",${'['.repeat(20_000)}`,
  `421["join_group",${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}]`,
  '42["typing",null]',
  '451-["file",{"_placeholder":true,"num":0}]',
  '4'.repeat(60_000),
  '42["__proto__",{"constructor":{"prototype":1}}]',
  randomBytes(30_000),
  '2probe',
  '1',
]

const socketGarbage: Attack = {
  name: 'socket garbage: 24 sockets',
  async run(arena) {
    let sent = 0
    let opened = 0
    const one = async () => {
      const { cookie = '' } = arena.attackers[opened % arena.attackers.length] ?? {}
      const socket = await open(arena, '/socket.io/?EIO=4&transport=websocket', cookie)
      opened += 1
      if (!socket) return pause(50, arena.signal)
      socket.send('40')
      for (const frame of garbage(arena.group).slice(opened % 7)) {
        if (socket.readyState !== WebSocket.OPEN) break
        socket.send(frame)
        sent += 1
        await pause(5, arena.signal)
      }
      socket.terminate()
    }
    await Promise.all(Array.from({ length: 24 }, () => repeat(arena, one)))
    return `${opened} sockets, ${sent} frames`
  },
}

const brokerGarbage: Attack = {
  name: 'broker: frames of 60 KB for peers who are not there',
  async run(arena) {
    const payload = `[${Array(20_000).fill('{}').join(',')}]`
    let sent = 0
    let refused = 0
    const one = async ({ id, cookie }: { id: string; cookie: string }) => {
      const credentials = issuePeerCredentials(id, Date.now())
      const socket = await open(arena, brokerPath(credentials.id, credentials.token), cookie)
      if (!socket) {
        refused += 1
        return pause(50, arena.signal)
      }
      while (socket.readyState === WebSocket.OPEN && !arena.signal.aborted) {
        if (writable(socket)) {
          const dst = randomBytes(16).toString('hex')
          socket.send(`{"type":"OFFER","dst":"${dst}","payload":${payload}}`)
          sent += 1
        }
        await pause(1, arena.signal)
      }
      socket.terminate()
    }
    const people = [...arena.unverified, ...arena.attackers.slice(0, 4)]
    await Promise.all(people.map((person) => repeat(arena, () => one(person))))
    return `${sent} frames, ${refused} refusals`
  },
}

/** Well-formed events, each as fast as its limit of the socket allows and faster. */
const events: Record<keyof typeof eventSchemas, (arena: Arena) => [event: string, payload: object]> = {
  authenticate: ({ attackers }) => ['authenticate', { userId: attackers[0]?.id }],
  send_message: ({ group }) => [
    'send_message',
    { conversationId: group, text: 'x', type: 'text', clientId: randomUUID() },
  ],
  typing: ({ group }) => ['typing_start', { conversationId: group }],
  group: ({ group }) => ['join_group', { groupId: group }],
  mark_message_read: ({ group, message }) => ['mark_message_read', { conversationId: group, messageId: message }],
  sync: ({ group }) => ['sync', { conversationId: group, sinceRev: 0 }],
  set_idle: () => ['set_idle', { idle: true }],
}

/** The same of calls that they are not in: what each costs before it is refused. */
const callId = randomUUID()
const signal = { callId, toParticipant: randomUUID() }
const callEvents: Record<keyof typeof callSchemas, (arena: Arena) => [event: string, payload: object]> = {
  invite: ({ group }) => [
    'call:invite',
    { conversationId: group, userIds: [randomUUID()], callType: 'voice', clientCallId: randomUUID() },
  ],
  enter: () => ['call:answer', { callId }],
  call: () => ['call:end', { callId }],
  seat: () => ['call:resume', { callId, peerId: randomUUID() }],
  heartbeat: () => ['call:heartbeat', { callId }],
  media: () => ['call:media', { callId, muted: true }],
  reportedMedia: () => ['call:reported-media', { callId, state: 'connected' }],
  remove: () => ['call:remove', { callId, participantId: randomUUID() }],
  inviteMore: () => ['call:invite-more', { callId, userIds: [randomUUID()] }],
  join: ({ group }) => ['call:join', { conversationId: group }],
  record: () => ['call:record', { callId, hasPicture: true }],
  recordAnswer: () => ['call:record-answer', { callId, agreed: true }],
  caption: () => ['call:caption', { callId, text: 'x'.repeat(300) }],
  description: () => ['webrtc:offer', { ...signal, sdp: 'x'.repeat(30_000) }],
  candidate: () => ['webrtc:ice-candidate', { ...signal, candidate: 'x'.repeat(2_000) }],
}

const eventFloods = Object.entries({ ...events, ...callEvents }).map(
  ([name, eventOf]): Attack => ({
    name: `socket flood: ${name}`,
    async run(arena) {
      let sent = 0
      let opened = 0
      const one = async () => {
        const socket = await open(arena, '/socket.io/?EIO=4&transport=websocket', arena.attackers[0]?.cookie ?? '')
        if (!socket) return pause(50, arena.signal)
        opened += 1
        socket.send('40')
        while (socket.readyState === WebSocket.OPEN && !arena.signal.aborted) {
          for (let burst = 0; burst < 20 && writable(socket); burst += 1)
            socket.send(`42${sent++}${JSON.stringify(eventOf(arena))}`)
          await pause(2, arena.signal)
        }
        socket.terminate()
      }
      await Promise.all(Array.from({ length: 6 }, () => repeat(arena, one)))
      return `${sent} events, ${opened} sockets`
    },
  }),
)

export const socketAttacks = [socketGarbage, ...eventFloods, brokerGarbage]
