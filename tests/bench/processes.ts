import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What a measured server is started with; the tests' checks of each row, which the bench inherits, are off. */
export const benchEnvironment = {
  PUBLIC_URL: 'http://localhost:3000',
  LOG_LEVEL: 'info',
  RATE_LIMITS: 'off',
  CHECK_STATEMENTS: undefined,
}

/** Starts a baseline server as its own process, which prints its port first. */
export async function startFloor(program: string, args: string[]): Promise<{ process: ChildProcess; port: number }> {
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
