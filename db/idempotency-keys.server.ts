// data-version: the results of earlier forms are shown on no page
import { createHash } from 'node:crypto'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { conflict } from '#app/platform/errors.ts'
import type { AuditSource } from './audit.server.ts'
import type { Database, Transaction } from './client.server.ts'
import { preparedQuery } from './prepared-query.server.ts'
import { idempotencyKeys } from './schema/audit.ts'

/** The call to a verb; the key is the `submissionId` that the server put into the form. */
type Submission<Input> = {
  verb: string
  /**
   * The parsed input. Its `submissionId` is the key and the rest is the content, which must contain no secret and no
   * timestamp.
   */
  input: Input & { submissionId?: string | undefined }
  /**
   * How the same key with different content is treated. `run` (the default): as a new action, as when somebody goes
   * back, edits and submits. `replace`: likewise, but only a repeat of the latest content counts as a repeat, so that a
   * record can be changed and changed back. `refuse`: as a conflict, where a second action would do harm (money,
   * sharing).
   */
  otherContent?: 'run' | 'replace' | 'refuse'
}

/**
 * Runs `run` once per person, verb, key and content: a repeated submit gets the first result and writes nothing.
 * Without a key (a call that is not a form) it just runs. The result is stored as JSON for 30 days. `run` receives the
 * latest result of the same form with other content, if any. A key holds its subject: the company, and the records that the
 * input names (its `…Id` fields with an id of ours). It is refused for any other, whatever `otherContent` says.
 * @throws AppError conflict for another subject under a known key, and for different content when `otherContent` is `refuse`
 */
export function withIdempotencyKey<T, Input extends object>(
  tx: Transaction,
  source: AuditSource,
  { verb, input: { submissionId: key, ...content }, otherContent = 'run' }: Submission<Input>,
  run: (earlier: T | null) => T,
): T {
  if (!key) return run(null)
  const actorId = source.actor?.id ?? ''
  const { find, keep } = statementsOf(tx)
  const known = find.all({ actorId, verb, key })
  const subject = subjectOf(source, content)
  if (known.some((row) => row.subject !== '' && row.subject !== subject)) throw conflict('errors:sentWithOtherContent')
  const digest = contentDigest(content)
  const comparable = otherContent === 'replace' ? known.slice(0, 1) : known
  const repeated = comparable.find((row) => row.digest === digest)
  if (repeated) return JSON.parse(repeated.result) as T
  const [last] = known
  if (last && otherContent === 'refuse') throw conflict('errors:sentWithOtherContent')
  const result = run(last ? (JSON.parse(last.result) as T) : null)
  keep.run({ actorId, verb, key, subject, digest, result: JSON.stringify(result ?? null), at: source.now })
  return result
}

const idOfOurs = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** What a form is about. A business id, or a list of people, is content. */
function subjectOf(source: AuditSource, content: object): string {
  const records = Object.entries(content).filter(
    ([name, value]) => name.endsWith('Id') && typeof value === 'string' && idOfOurs.test(value),
  )
  return JSON.stringify([source.company?.id ?? null, ...records.sort(([a], [b]) => (a < b ? -1 : 1))])
}

/**
 * SHA-256 of the content, independent of the order of fields, line ends and Unicode form. Missing and undefined fields
 * are the same.
 */
function contentDigest(content: object): string {
  const canonical = JSON.stringify(content, (_name, value: unknown) => {
    if (typeof value === 'string') return value.normalize('NFC').replace(/\r\n?/g, '\n')
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
  return createHash('sha256').update(canonical).digest('hex')
}

const statementsOf = preparedQuery((tx) => ({
  find: tx
    .select({ subject: idempotencyKeys.subject, digest: idempotencyKeys.digest, result: idempotencyKeys.result })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.actorId, sql.placeholder('actorId')),
        eq(idempotencyKeys.verb, sql.placeholder('verb')),
        eq(idempotencyKeys.key, sql.placeholder('key')),
      ),
    )
    .orderBy(desc(idempotencyKeys.seq))
    .prepare(),
  keep: tx
    .insert(idempotencyKeys)
    .values({
      actorId: sql.placeholder('actorId'),
      verb: sql.placeholder('verb'),
      key: sql.placeholder('key'),
      subject: sql.placeholder('subject'),
      digest: sql.placeholder('digest'),
      result: sql.placeholder('result'),
      at: sql.placeholder('at'),
    })
    .prepare(),
}))

const kept = 30 * 24 * 3_600_000

/** Deletes keys older than 30 days and returns their number; called by a job. */
export function deleteOldIdempotencyKeys(db: Database, now: number): number {
  return db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.at, now - kept))
    .run().changes
}
