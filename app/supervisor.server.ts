import cluster, { type Worker } from 'node:cluster'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AggregatorRegistry } from 'prom-client'
import { lockDataFolder } from '#db/data-folder.server.ts'
import { env, orExit } from './platform/env.server.ts'
import { logger } from './platform/logger.server.ts'
import { connectionsTo } from './platform/processes/hand-over.server.ts'
import { logAddress } from './platform/processes/listen.server.ts'
import { isProcessMessage, type ProcessMessage } from './platform/processes/process-messages.server.ts'
import type { RoleSettings } from './platform/processes/process-role.server.ts'
import { watchConnections } from './platform/processes/unconfirmed-connections.server.ts'

type Kind = RoleSettings['GROUNDWORK_ROLE']

/** The wait before a process is started again (ms): none the first time, then 0.25 s, doubled each time, up to 30 s. */
export function restartDelay(earlyEnds: number): number {
  return earlyEnds === 0 ? 0 : Math.min(30_000, 125 * 2 ** earlyEnds)
}
/** After a process that ran for so long (ms), counting begins again. */
const settled = 60_000
/** How long stopping may take in all (ms). */
const stopWithin = 5000

/**
 * Starts one writer and `WEB_PROCESSES` renderers of the program, and starts each again that ends. It only accepts
 * connections, which it gives to the renderers in turn, and passes on those of sockets and the metrics. It holds the lock of the data folder
 * for all of them. They end with it, however it ends. Never resolves: it ends the process.
 */
export async function supervise(program: string): Promise<never> {
  const lock = orExit(() => lockDataFolder(env))
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-'))
  const metrics = new AggregatorRegistry()
  cluster.setupPrimary({ exec: program, execArgv: [...process.execArgv, '--enable-source-maps'] })

  let writer: Worker | undefined
  let giveWriter = (_request: string, socket: Socket): void => void socket.destroy()
  const renderers = new Set<Worker>()
  let listening = false
  let stopping = false

  /** Starts a process; resolves when it serves requests. */
  function start(kind: Kind, earlyEnds = 0): Promise<number | null> {
    const settings: RoleSettings = { GROUNDWORK_ROLE: kind, GROUNDWORK_WRITER: join(folder, 'writer.sock') }
    const worker = cluster.fork(settings)
    const startedAt = Date.now()
    // A message to a process that is just ending; its exit follows.
    worker.on('error', (error) => logger.warn({ err: error, process: kind }, 'a process could not be told something'))
    if (kind === 'writer') {
      writer = worker
      giveWriter = connectionsTo(worker)
    } else watchConnections(worker, { others: () => [...renderers] })
    worker.once('exit', (code, signal) => {
      renderers.delete(worker)
      if (stopping) return
      if (!listening) return end(code || 1)
      const before = Date.now() - startedAt < settled ? earlyEnds : 0
      const delay = restartDelay(before)
      logger.error(
        { process: kind, pid: worker.process.pid, code, signal, delay },
        'a process ended; it is started again',
      )
      setTimeout(() => stopping || void start(kind, before + 1), delay)
    })
    return new Promise((ready) => {
      worker.on('message', (message: unknown, socket?: Socket) => {
        if (!isProcessMessage(message)) return
        if (message.kind === 'ready') {
          if (kind === 'renderer') renderers.add(worker)
          if (listening)
            logger.warn({ process: kind, pid: worker.process.pid }, 'a process that was started again serves requests')
          ready(message.port)
        }
        if (message.kind === 'upgrade' && socket) giveWriter(message.request, socket)
        if (message.kind === 'metrics') void collect(worker, message.id)
      })
    })
  }

  async function collect(worker: Worker, id: number): Promise<void> {
    const text = await metrics.clusterMetrics().catch(() => null)
    if (worker.isConnected()) worker.send({ kind: 'all-metrics', id, text } satisfies ProcessMessage)
  }

  /** Renderers first: what they have passed on needs the writer. */
  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    setTimeout(() => end(1), stopWithin).unref()
    const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const codes = await Promise.all(all.filter((worker) => worker !== writer).map(ended))
    if (writer) codes.push(await ended(writer))
    lock.close()
    end(codes.every((code) => code === 0) ? 0 : 1)
  }

  function end(code: number): never {
    rmSync(folder, { recursive: true, force: true })
    process.exit(code)
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  await start('writer')
  const ports = await Promise.all(Array.from({ length: env.WEB_PROCESSES }, () => start('renderer')))
  listening = true
  logAddress(ports[0] ?? env.PORT)
  return new Promise(() => {})
}

/** Asks a process to stop; resolves to its exit code when it has ended. */
function ended(worker: Worker): Promise<number> {
  if (worker.isDead()) return Promise.resolve(worker.process.exitCode ?? 0)
  return new Promise((done) => {
    // One that is only starting has no handler for the signal yet.
    worker.once('exit', (code, signal) => done(signal === 'SIGTERM' ? 0 : (code ?? 1)))
    worker.process.kill('SIGTERM')
  })
}
