import { eq, lt, sql } from 'drizzle-orm'
import type { AuditSource } from './audit.server.ts'
import type { Database, Transaction } from './client.server.ts'
import { oncePerConnection } from './prepared.server.ts'
import { formSubmissions } from './schema/audit.ts'

/**
 * Runs `run` once per form: a repeated submit by the same person gets the first result and writes nothing.
 * `submissionId` is the UUIDv7 that the server put into the form; without one (a call that is not a form) it just runs.
 * The first result is kept as JSON.
 */
export function once<T>(
  tx: Transaction,
  source: AuditSource,
  submissionId: string | undefined,
  verb: string,
  run: () => T,
): T {
  if (!submissionId) return run()
  const actorId = source.actor?.id ?? ''
  const id = `${actorId}:${verb}:${submissionId}`
  const { find, keep } = statementsOf(tx)
  const earlier = find.get({ id })
  if (earlier) return JSON.parse(earlier.result) as T
  const result = run()
  keep.run({ id, actorId, verb, result: JSON.stringify(result ?? null), at: source.now })
  return result
}

const statementsOf = oncePerConnection((tx) => ({
  find: tx
    .select({ result: formSubmissions.result })
    .from(formSubmissions)
    .where(eq(formSubmissions.id, sql.placeholder('id')))
    .prepare(),
  keep: tx
    .insert(formSubmissions)
    .values({
      id: sql.placeholder('id'),
      actorId: sql.placeholder('actorId'),
      verb: sql.placeholder('verb'),
      result: sql.placeholder('result'),
      at: sql.placeholder('at'),
    })
    .prepare(),
}))

const kept = 30 * 24 * 3_600_000

/** Removes what forms of long ago made; a job calls it. */
export function forgetOldSubmissions(db: Database, now: number): number {
  return db
    .delete(formSubmissions)
    .where(lt(formSubmissions.at, now - kept))
    .run().changes
}
