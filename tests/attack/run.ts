// `npm run attack [-- part of a name …]` starts the built server on this machine and attacks it, one attack after
// another, while innocent visitors go on asking for pages. It prints their waiting times before, during and
// after, and the memory, and fails when others waited more than 250 ms (p99) or a process took more than 400 MB.
import { setMaxListeners } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import '#tests/setup/environment.ts'

// Imported afterwards, because the environment is read on the first import.
const { startBuilt, temporaryFolder } = await import('#tests/setup/built-server.ts')
const { seedProjects } = await import('#tests/bench/seed-projects.ts')
const { loopback } = await import('./attack.ts')
const { connectionAttacks } = await import('./connections.ts')
const { floods } = await import('./floods.ts')
const { socketAttacks } = await import('./sockets.ts')
const { pictureAttacks } = await import('./pictures.ts')
const { seedWorld } = await import('./world.ts')
const { rate, startVisitors } = await import('./visitor.ts')
const { watchMemory } = await import('./memory.ts')

type Attack = import('./attack.ts').Attack
type Visit = import('./visitor.ts').Visit
type Waits = { p50: number; p95: number; p99: number; failed: number }
type Result = {
  name: string
  before: Waits
  during: Waits
  after: Waits
  megabytes: number
  met: string
  held: boolean
}

const mostWait = 250
const mostMemory = 400
/** How long the visitors are watched before and after, and an attack lasts at most (ms). */
const [quiet, atMost] = [2000, 6000]

const attacks = [...connectionAttacks, ...floods, ...socketAttacks, ...pictureAttacks]
const wanted = process.argv.slice(2)
const unknown = wanted.filter((part) => !attacks.some(({ name }) => name.includes(part)))
if (unknown.length > 0) {
  console.error(`There is no attack "${unknown[0]}". Only the server that this program starts here can be attacked.`)
  process.exit(2)
}

/** As in production, as far as a server on this machine can be. */
const settings = { PUBLIC_URL: 'http://localhost:3000', REQUIRE_VERIFIED_EMAIL: 'true' }

const results: Result[] = []
print(['others wait, p50 / p95 / p99 in ms', 'before', 'during', 'after', 'MB', 'the attacker met'])
for (const [index, attack] of attacks.entries()) {
  if (wanted.length > 0 && !wanted.some((part) => attack.name.includes(part))) continue
  const result = await suffer(attack, index)
  results.push(result)
  print(rowOf(result))
}
finish()

/** One attack on a server of its own, so that neither its memory nor its limits come from another. */
async function suffer(attack: Attack, index: number): Promise<Result> {
  const folder = temporaryFolder()
  const { projectId } = await seedProjects(folder.path, 1000)
  const server = await startBuilt({ dataDir: folder.path, env: settings })
  const world = await seedWorld(folder.path)
  const visitors = await startVisitors({
    port: server.port,
    visitors: world.visitors.map(({ cookie }, number) => ({ cookie, from: loopback('visitors', 1 + number) })),
    paths: ['/dashboard', '/projects?view=open', `/projects/${projectId}`, '/messages', '/login'],
  })
  const over = new AbortController()
  setMaxListeners(0, over.signal)
  try {
    const memory = watchMemory(server.process.pid ?? 0)
    const began = Date.now()
    await wait(quiet)
    const stopped = Date.now()
    let attacked = stopped
    let timer: NodeJS.Timeout | undefined
    const begin = () => {
      attacked = Date.now()
      clearTimeout(timer)
      timer = setTimeout(() => over.abort(), atMost)
    }
    begin()
    const address = { port: server.port, from: loopback('attackers', 1 + index) }
    const met = await attack.run({ ...world, ...address, signal: over.signal, begin })
    clearTimeout(timer)
    const ended = Date.now()
    await wait(quiet)
    const last = Date.now()
    // Slow answers to the last requests are still on their way.
    await wait(Math.min(5000, 500 + (waitsOf(visitors.between(attacked, last)).p99 > mostWait ? 5000 : 0)))
    const megabytes = memory.end()
    const alive = server.process.exitCode === null && server.process.signalCode === null
    const before = waitsOf(visitors.between(began, stopped), stopped - began)
    const during = waitsOf(visitors.between(attacked, ended), ended - attacked)
    const after = waitsOf(visitors.between(ended, last), last - ended)
    const held =
      alive && [during, after].every(({ p99, failed }) => p99 <= mostWait && failed === 0) && megabytes <= mostMemory
    return { name: attack.name, before, during, after, megabytes, met: alive ? met : 'THE SERVER ENDED', held }
  } finally {
    over.abort()
    await visitors.leave()
    server.process.kill('SIGKILL')
    await server.exited
    folder.remove()
  }
}

/** Percentiles (ms). A request without an answer so far waited for ever; `span` says how many there should be. */
function waitsOf(visits: Visit[], span = 0): Waits {
  const missing = Math.max(0, Math.floor((span * rate) / 1000) - 1 - visits.length)
  const times = visits.map(({ took }) => took)
  const all = [...times, ...Array<number>(missing).fill(Number.POSITIVE_INFINITY)].sort((one, other) => one - other)
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0
  const failed = visits.filter(({ status }) => status >= 400 || status === 0).length + missing
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), failed }
}

/** One row of the table: the attack, what others waited before, during and after, memory, and what the attacker met. */
function rowOf({ name, before, during, after, megabytes, met, held }: Result): string[] {
  const ms = (value: number) => (Number.isFinite(value) ? String(Math.round(value)) : '∞')
  const waits = [before, during, after].map(
    ({ p50, p95, p99, failed }) => `${[p50, p95, p99].map(ms).join(' / ')}${failed > 0 ? ` (${failed} failed)` : ''}`,
  )
  return [`${held ? '✓' : '✗'} ${name}`, ...waits, String(Math.round(megabytes)), met]
}

/** Aligned as well as possible without knowing the rows that follow. */
function print(row: string[]): void {
  const widths = [56, 22, 22, 22, 5, 0]
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function finish(): void {
  mkdirSync('.cache', { recursive: true })
  writeFileSync('.cache/attack.json', `${JSON.stringify({ at: new Date().toISOString(), results }, null, 2)}\n`)
  const broken = results.filter(({ held }) => !held).length
  console.log(`\n${results.length - broken} held, ${broken} did not (p99 ≤ ${mostWait} ms, memory ≤ ${mostMemory} MB)`)
  process.exitCode = broken > 0 ? 1 : 0
}
