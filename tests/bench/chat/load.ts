// The clients of the chat benchmark, in their own process and as plain websockets, because a client library would
// distort the measurement. Its argument is a file with a `Plan`; its last line of output is a `LoadResult`.
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { v7 } from 'uuid'
import { WebSocket } from 'ws'
import type { Room } from './seed-rooms.ts'

export type Plan = {
  port: number
  origin: string
  rooms: Room[]
  seconds: number
  /**
   * Messages per second at an even pace, or `full`: each room sends the next message when the last was acknowledged.
   */
  rate: number | 'full'
  /** The server process whose CPU time is measured. */
  pid: number
}
export type Spread = { p50: number; p95: number; p99: number }
export type LoadResult = {
  sent: number
  acknowledged: number
  delivered: number
  refused: number
  /** Deliveries per second. */
  perSecond: number
  /** Milliseconds since sending. */
  acknowledgement: Spread
  delivery: Spread
  /** Microseconds of server CPU per delivery. */
  cpuPerDelivery: number
}

type Person = { socket: WebSocket; room: Room; waiting: Map<number, number>; next: number }

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Plan
const perRoomInFlight = 4
const acknowledged: number[] = []
const delivered: number[] = []
let sent = 0
let refused = 0
/** Messages sent before this are the warm-up's: their acknowledgements and deliveries count no more than they do. */
let countFrom = Number.POSITIVE_INFINITY
let sendNext: ((person: Person) => void) | null = null

const people = await openAll()
console.error(`${people.length} sockets are open`)
await run(2)
while (people.some(({ waiting }) => waiting.size > 0)) await wait(10)
const cpuBefore = processorTime()
const began = performance.now()
countFrom = began
await run(plan.seconds)
const took = (performance.now() - began) / 1000
await settled()
const cpu = processorTime() - cpuBefore
const result: LoadResult = {
  sent,
  acknowledged: acknowledged.length,
  delivered: delivered.length,
  refused,
  perSecond: delivered.length / took,
  acknowledgement: spread(acknowledged),
  delivery: spread(delivered),
  cpuPerDelivery: (cpu * 1e6) / Math.max(1, delivered.length),
}
console.log(JSON.stringify(result))
process.exit(0)

async function openAll(): Promise<Person[]> {
  const all: Person[] = []
  const everybody = plan.rooms.flatMap((room) => room.people.map((who) => ({ room, ...who })))
  for (let from = 0; from < everybody.length; from += 50) {
    const opened = everybody.slice(from, from + 50).map(({ room, cookie }) => open(room, cookie))
    all.push(...(await Promise.all(opened)))
  }
  return all
}

function open(room: Room, cookie: string): Promise<Person> {
  return new Promise((ready, fail) => {
    const socket = new WebSocket(`ws://127.0.0.1:${plan.port}/socket.io/?EIO=4&transport=websocket`, {
      headers: { Cookie: cookie, Origin: plan.origin },
      perMessageDeflate: false,
    })
    const person: Person = { socket, room, waiting: new Map(), next: 1 }
    socket.on('error', fail)
    socket.on('message', (data: Buffer) => {
      const packet = data.toString('latin1')
      if (packet === '2') return socket.send('3')
      if (packet.startsWith('0{')) return socket.send('40')
      if (packet.startsWith('40')) return socket.send(`420["join_group",{"groupId":"${room.id}"}]`)
      if (packet.startsWith('430[')) return packet.includes('"ok":true') ? ready(person) : fail(new Error(packet))
      if (packet.startsWith('43')) return acknowledge(person, packet)
      if (packet.startsWith('42["new_message"')) deliver(packet)
    })
  })
}

function send(person: Person): void {
  const now = performance.now()
  const ack = person.next
  person.next += 1
  person.waiting.set(ack, now)
  if (now >= countFrom) sent += 1
  const text = `The scaffold on the north side is checked and signed. T#${now}#`
  const payload = { conversationId: person.room.id, text, type: 'text', clientId: v7() }
  person.socket.send(`42${ack}${JSON.stringify(['send_message', payload])}`)
}

function acknowledge(person: Person, packet: string): void {
  const ack = Number.parseInt(packet.slice(2), 10)
  const at = person.waiting.get(ack)
  person.waiting.delete(ack)
  if (at === undefined) return
  if (at >= countFrom) {
    if (packet.includes('"ok":true')) acknowledged.push(performance.now() - at)
    else refused += 1
  }
  sendNext?.(person)
}

function deliver(packet: string): void {
  const sentAt = Number.parseFloat(packet.slice(packet.indexOf('T#') + 2))
  if (sentAt >= countFrom) delivered.push(performance.now() - sentAt)
}

async function run(seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000
  if (plan.rate === 'full') {
    sendNext = (person) => {
      if (performance.now() < until) send(another(person.room))
    }
    for (const room of plan.rooms) for (let each = 0; each < perRoomInFlight; each += 1) send(another(room))
    await wait(seconds * 1000)
    sendNext = null
    return
  }
  const start = performance.now()
  for (let index = 0; performance.now() < until; index += 1) {
    await wait(Math.max(0, start + (index * 1000) / plan.rate - performance.now()))
    const person = people[Math.floor(Math.random() * people.length)]
    if (person) send(person)
  }
}

function another(room: Room): Person {
  const index = plan.rooms.indexOf(room) * room.people.length
  const person = people[index + Math.floor(Math.random() * room.people.length)]
  if (!person) throw new Error('the room is empty')
  return person
}

/** Waits until every sent message has arrived, or nothing has arrived for two seconds. */
async function settled(): Promise<void> {
  for (let last = -1, still = 0; still < 20; ) {
    const all = acknowledged.length + delivered.length
    still = all === last ? still + 1 : 0
    last = all
    await wait(100)
  }
}

/** CPU seconds that the server has used, from `/proc/<pid>/stat` in hundredths. */
function processorTime(): number {
  const [user = 0, system = 0] =
    readFileSync(`/proc/${plan.pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  return (user + system) / 100
}

function spread(times: number[]): Spread {
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
