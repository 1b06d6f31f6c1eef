import type { Worker } from 'node:cluster'
import { logger } from '#app/platform/logger.server.ts'

/** How long a process may leave a connection unconfirmed (ms). It confirms one between two pages, which take milliseconds. */
const confirmedWithin = 60_000

/**
 * In the supervisor: sees to it that every connection that Node's cluster gives a renderer comes to an end. A renderer confirms one
 * before it reads from it. Node forgets those that it had not confirmed when it was killed, and their clients would wait for ever; here
 * they go to the next renderer, or are closed when there is none. A renderer that stands still is killed.
 *
 * Node does not document these messages of its cluster; tests/process/killed-processes.test.ts fails if they change.
 */
export function watchConnections(
  worker: Worker,
  { others, within = confirmedWithin }: { others: () => Worker[]; within?: number },
): void {
  const { process } = worker
  const unconfirmed = new Map<number, { connection: { close(): void }; timer: NodeJS.Timeout }>()
  const send = process.send.bind(process) as (...all: unknown[]) => boolean
  process.send = (...all: unknown[]) => {
    const [message, connection] = all as [{ act?: string; seq: number }, { close(): void }]
    if (message.act === 'newconn') {
      const timer = setTimeout(() => {
        logger.error({ pid: process.pid }, 'a process stands still; it is killed')
        process.kill('SIGKILL')
      }, within)
      unconfirmed.set(message.seq, { connection, timer })
    }
    return send(...all)
  }
  process.on('internalMessage', ({ ack }: { ack?: number }) => {
    if (ack === undefined) return
    clearTimeout(unconfirmed.get(ack)?.timer)
    unconfirmed.delete(ack)
  })
  worker.once('exit', () => {
    // Node gives it no more, even if it has not noticed yet that its channel is closed.
    worker.disconnect()
    const next = others().some((other) => other !== worker && other.isConnected())
    for (const [ack, { connection, timer }] of unconfirmed) {
      clearTimeout(timer)
      if (next) process.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false })
      else connection.close()
    }
  })
}
