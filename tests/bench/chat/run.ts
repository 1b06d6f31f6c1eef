// `npm run bench:chat` measures chat on the built server in its own process, with clients in another, and compares it
// with a bare Socket.IO broadcast without a database in the same run.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import '#tests/setup/environment.ts'
import type { LoadResult, Plan } from './load.ts'
import type { Room } from './seed-rooms.ts'

// Imported afterwards, because the environment is read on the first import.
const { startBuilt, temporaryFolder } = await import('#tests/setup/built-server.ts')
const { measureArchive } = await import('./archive.ts')
const { seedRooms } = await import('./seed-rooms.ts')
const { ended, residentMegabytes, startFloor } = await import('#tests/bench/processes.ts')
const { startReport } = await import('#tests/bench/report.ts')

const { compare, note, print } = startReport('bench-chat')
const seconds = Number(process.env.BENCH_SECONDS ?? 15)
/** Runs only this many sockets at an even pace, for a run of ten minutes: `BENCH_SOCKETS=2000 BENCH_SECONDS=600`. */
const only = Number(process.env.BENCH_SOCKETS ?? 0)
const origin = 'http://localhost:3000'
const folder = temporaryFolder()
const started: ChildProcess[] = []

try {
  for (const sockets of only ? [only] : [200, 1000, 2000]) await atPace(sockets)
  if (!only) await atFull()
  if (!only) await measureArchive(folder.path, { compare, note })
} finally {
  await Promise.all(started.map(ended))
  folder.remove()
}
print()

/** 200 messages per second among this many people. */
async function atPace(sockets: number): Promise<void> {
  const { server, rooms } = await chat(`paced-${sockets}`, sockets)
  const result = await load(server, { rooms, rate: 200 })
  const name = `${sockets} sockets, 200/s`
  compare(`${name}: not acknowledged`, result.sent - result.acknowledged, 0, 'less')
  compare(`${name}: not delivered`, result.acknowledged * 20 - result.delivered, 0, 'less')
  for (const what of ['acknowledgement', 'delivery'] as const) {
    const { p50, p95, p99 } = result[what]
    note(`${name}: ${what} p50`, p50, 'ms')
    note(`${name}: ${what} p95`, p95, 'ms')
    compare(`${name}: ${what} p99`, p99, 100, 'less', ' ms')
  }
  note(`${name}: processor time for a delivery`, result.cpuPerDelivery, 'µs')
  compare(`${name}: memory of the server`, residentMegabytes(server.process), 300, 'less', ' MB')
  await ended(server.process)
}

/** Maximum throughput of the bare broadcast, then of ours. */
async function atFull(): Promise<void> {
  const { server, rooms } = await chat('full', 1000, { RATE_LIMITS: 'off' })
  const ours = await load(server, { rooms, rate: 'full' })
  await ended(server.process)
  const floor = await startFloor('tests/bench/chat/bare-server.ts', [])
  started.push(floor.process)
  const bare = await load(floor, { rooms, rate: 'full' })
  note('bare broadcast in rooms of 20', bare.perSecond, 'deliveries/s')
  note('bare broadcast: processor time for a delivery', bare.cpuPerDelivery, 'µs')
  note('chat, stored first', ours.perSecond, 'deliveries/s')
  note('chat: processor time for a delivery', ours.cpuPerDelivery, 'µs')
  compare('chat, of the bare broadcast', ours.perSecond / bare.perSecond, 0.5, 'more', ' ×')
  await ended(floor.process)
}

async function chat(name: string, people: number, env: Record<string, string> = {}) {
  const dataDir = join(folder.path, name)
  mkdirSync(dataDir)
  const rooms = await seedRooms(dataDir, people)
  const server = await startBuilt({ dataDir, env: { PUBLIC_URL: origin, ...env } })
  started.push(server.process)
  return { server, rooms }
}

type Server = { port: number; process: ChildProcess }

async function load(server: Server, { rooms, rate }: { rooms: Room[]; rate: Plan['rate'] }): Promise<LoadResult> {
  const plan: Plan = { port: server.port, origin, rooms, seconds, rate, pid: server.process.pid ?? 0 }
  const file = join(folder.path, 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/bench/chat/load.ts', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  let said = ''
  child.stdout.on('data', (text: Buffer) => {
    said += text
  })
  const code = await new Promise((done) => child.once('exit', done))
  if (code !== 0) throw new Error(`the load ended with ${code}`)
  return JSON.parse(said.trim().split('\n').at(-1) ?? '') as LoadResult
}
