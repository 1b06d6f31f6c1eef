import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type Answer, type Ask, ask } from './ask.ts'

export type BuiltServer = {
  port: number
  process: ChildProcess
  /** Milliseconds from the start of the process to its first response. */
  startedIn: number
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  ask: (path: string, options?: Ask) => Promise<Answer>
  /** The last lines that it wrote. */
  log: () => string
  /** Asks it to stop; returns the exit code. */
  stop: () => Promise<number | null>
}

export type StartOptions = {
  dataDir: string
  env?: Record<string, string | undefined>
  root?: string
  /** The program and its arguments that start it, such as one of a network namespace. */
  within?: string[]
}

/** A folder for one server's data, deleted after the test. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'groundwork-process-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** The options that the image gives Node. */
function imageOptions(): string[] {
  const [, options = ''] = /NODE_OPTIONS="([^"]+)"/.exec(readFileSync('Dockerfile', 'utf8')) ?? []
  return options.split(' ')
}

/**
 * Starts the built server in its own process on a free port.
 * @throws Error with the process's output when it ends before it listens
 */
export async function startBuilt({
  dataDir,
  env = {},
  root = resolve('.'),
  within = [],
}: StartOptions): Promise<BuiltServer> {
  const program = join(root, 'build/server.js')
  if (!existsSync(program)) throw new Error('There is no build to start. Make one first: npm run build')
  const began = performance.now()
  const [first = process.execPath, ...rest] = [...within, process.execPath]
  const child = spawn(first, [...rest, ...imageOptions(), '--enable-source-maps', program], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<Awaited<BuiltServer['exited']>>((done) =>
    child.once('exit', (code, signal) => done({ code, signal })),
  )
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  void exited.then(() => process.off('exit', endWithUs))
  const silent = new Promise((done) => child.once('close', done))
  const said: string[] = []
  child.stderr.on('data', (text: Buffer) => said.push(String(text)))
  const port = await new Promise<number>((listening, fail) => {
    createInterface(child.stdout).on('line', (line) => {
      said.push(`${line}\n`)
      if (said.length > 200) said.shift()
      const found = /"port":(\d+)/.exec(line)
      if (found) listening(Number(found[1]))
    })
    void Promise.all([exited, silent]).then(([{ code, signal }]) =>
      fail(new Error(`the server ended (${code ?? signal}) before it listened:\n${said.join('')}`)),
    )
  })
  return {
    port,
    process: child,
    startedIn: performance.now() - began,
    exited,
    ask: (path, options) => ask(port, path, options),
    log: () => said.join(''),
    async stop() {
      child.kill('SIGTERM')
      return (await exited).code
    },
  }
}
