import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'
import type { Server } from './measure.ts'

/** What a measured server is started with; the tests' checks of each row, which the bench inherits, are off. */
export const benchEnvironment = {
  PUBLIC_URL: 'http://localhost:3000',
  LOG_LEVEL: 'info',
  RATE_LIMITS: 'off',
  CHECK_STATEMENTS: undefined,
}

export type Servers = {
  folder: string
  /** Seeds a data folder and starts the built server on it. */
  serve: <Seeded>(
    seed: (dataDir: string) => Promise<Seeded>,
    env?: Record<string, string | undefined>,
  ) => Promise<Seeded & { server: Server }>
  /** Starts a baseline in a folder with these files. */
  startFloor: (program: string, files?: Record<string, string>) => Promise<Server>
}

/** Runs `work` with servers of its own, each in its own process, and ends them all afterwards. */
export async function withServers(work: (servers: Servers) => Promise<void>): Promise<void> {
  const { path: folder, remove } = temporaryFolder()
  const started: Server[] = []
  const makeFolder = () => {
    const made = join(folder, String(started.length))
    mkdirSync(made)
    return made
  }
  try {
    await work({
      folder,
      async serve(seed, env = {}) {
        const dataDir = makeFolder()
        const seeded = await seed(dataDir)
        const server = await startBuilt({ dataDir, env: { ...benchEnvironment, ...env } })
        started.push(server)
        return { ...seeded, server }
      },
      async startFloor(program, files = {}) {
        const made = makeFolder()
        for (const [name, text] of Object.entries(files)) writeFileSync(join(made, name), text)
        const floor = await startFloor(program, [made])
        started.push(floor)
        return floor
      },
    })
  } finally {
    await Promise.all(started.map((server) => ended(server.process)))
    remove()
  }
}

/** Starts a baseline server as its own process, which prints its port first. */
async function startFloor(program: string, args: string[]): Promise<Server> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((listening, fail) => {
    child.stdout.on('data', (line: Buffer) => listening((JSON.parse(String(line)) as { port: number }).port))
    child.once('exit', (code) => fail(new Error(`the floor ended with ${code}`)))
  })
  return { process: child, port }
}

/** Stops a process and waits for its exit. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}

export function residentMegabytes({ pid }: ChildProcess): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** Processor time of a process so far, of all its threads (ms). It hardly depends on what else the machine does. */
export function processorMilliseconds({ pid }: ChildProcess): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) * 10
}
