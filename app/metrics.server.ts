import { statfsSync, statSync } from 'node:fs'
import type { Server } from 'node:http'
import { dirname } from 'node:path'
import { collectDefaultMetrics, Gauge } from 'prom-client'
import type { Database } from '#db/client.server.ts'
import type { DurableListener } from '#db/durable-listener.server.ts'
import { integer, list, nullable, text } from '#db/fields.server.ts'
import { sql } from '#db/sql.server.ts'
import { currentSealCertificate } from './documents/seal/seal-certificate.server.ts'
import { metrics } from './platform/metrics.server.ts'
import { singleton } from './platform/singleton.server.ts'

type Sources = {
  http: Server
  db: Database
  listeners: readonly DurableListener[]
  /** Open sockets by kind. */
  countSockets: () => Record<string, number>
}

const outboxState = sql(
  { params: { listener: text, names: list(text) }, row: { waiting: integer, oldest: nullable(integer) } },
  `SELECT count(*) AS waiting, min(at) AS oldest FROM outbox
   WHERE id > (SELECT position FROM outbox_cursors WHERE listener = :listener)
     AND name IN (SELECT value FROM json_each(:names))`,
)
const parked = sql({ row: { count: integer } }, 'SELECT count(*) AS count FROM outbox_parked')
/** A mail that was given up is never due again (deliver-mails.server.ts). */
const mailState = sql(
  { params: { never: integer }, row: { waiting: integer, givenUp: integer, oldest: nullable(integer) } },
  `SELECT count(*) FILTER (WHERE next_attempt_at < :never) AS waiting,
          count(*) FILTER (WHERE next_attempt_at = :never) AS givenUp,
          min(created_at) FILTER (WHERE next_attempt_at < :never) AS oldest
   FROM mails WHERE sent_at IS NULL`,
)

/**
 * Adds what is read when `/metrics` is asked for: connections and sockets, the outbox, mails, the database, and the
 * figures of Node, among them the delay of the event loop. Returns the function that removes it.
 */
export function startMetrics({ http, db, listeners, countSockets }: Sources): () => void {
  const { gauge, stop } = startNodeMetrics(http)
  const age = (since: number | null) => (since === null ? 0 : Math.max(0, Date.now() - since) / 1000)

  gauge(
    'sockets',
    'Open sockets: of live pages (socket.io) and of calls (peer).',
    (it) => {
      for (const [kind, count] of Object.entries(countSockets())) it.set({ kind }, count)
    },
    ['kind'],
  )
  gauge(
    'outbox_waiting_events',
    'Events that a listener has not handled.',
    (it) => {
      for (const { name, on } of listeners)
        it.set({ listener: name }, outboxState.one(db, { listener: name, names: Object.keys(on) }).waiting)
    },
    ['listener'],
  )
  gauge(
    'outbox_age_seconds',
    'Age of the oldest event that a listener has not handled; 0 when it has handled all.',
    (it) => {
      for (const { name, on } of listeners)
        it.set({ listener: name }, age(outboxState.one(db, { listener: name, names: Object.keys(on) }).oldest))
    },
    ['listener'],
  )
  gauge('outbox_parked_events', 'Events that a listener failed to handle and that wait for a mend.', (it) =>
    it.set(parked.one(db).count),
  )
  const never = Number.MAX_SAFE_INTEGER
  gauge('mails_waiting', 'Mails that wait to be sent.', (it) => it.set(mailState.one(db, { never }).waiting))
  gauge('mails_given_up', 'Mails that could not be sent and are not tried again.', (it) =>
    it.set(mailState.one(db, { never }).givenUp),
  )
  gauge('mails_age_seconds', 'Age of the oldest mail that waits to be sent; 0 when there is none.', (it) =>
    it.set(age(mailState.one(db, { never }).oldest)),
  )
  gauge(
    'seal_certificate_ends_timestamp_seconds',
    'When the certificate of the seal ends, in Unix time; 0 when its key cannot be opened, and none before there is one.',
    async (it) => {
      const ends = await currentSealCertificate().then(
        (certificate) => certificate && Date.parse(certificate.validTo) / 1000,
        () => 0,
      )
      if (ends !== null) it.set(ends)
    },
  )
  gauge('database_bytes', 'Size of the database without its WAL.', (it) =>
    it.set(
      Number(db.$client.pragma('page_count', { simple: true })) *
        Number(db.$client.pragma('page_size', { simple: true })),
    ),
  )
  gauge('database_wal_bytes', 'Size of the write-ahead log beside the database.', (it) =>
    it.set(statSync(`${db.$client.name}-wal`, { throwIfNoEntry: false })?.size ?? 0),
  )
  gauge('disk_free_bytes', 'Free space of the disk that the database is on.', (it) => {
    const { bavail, bsize } = statfsSync(dirname(db.$client.name))
    it.set(bavail * bsize)
  })
  return stop
}

/** Adds the figures of Node and the number of connections, which every process has of its own. `stop` removes what `gauge` adds. */
export function startNodeMetrics(http: Server) {
  singleton('node-metrics', () => collectDefaultMetrics({ register: metrics }))
  const names: string[] = []
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    collect: (gauge: Gauge<Label>) => void | Promise<void>,
    labelNames: Label[] = [],
  ) => {
    names.push(name)
    new Gauge<Label>({
      name,
      help,
      labelNames,
      registers: [metrics],
      collect() {
        return collect(this)
      },
    })
  }
  gauge('http_connections', 'Open connections to the HTTP server, sockets included.', async (it) => {
    it.set(await new Promise<number>((done) => http.getConnections((_error, count) => done(count ?? 0))))
  })
  const stop = () => {
    for (const name of names) metrics.removeSingleMetric(name)
  }
  return { gauge, stop }
}
