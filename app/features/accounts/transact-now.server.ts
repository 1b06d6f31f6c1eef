// verb-rule: only opens the transaction of the verb that calls it
import { type Transaction, transact } from '#db/client.server.ts'
import type { Context } from './context.ts'

/**
 * `transact` for writes that depend on a deadline: sets the context's `now` inside the transaction, when no other write can
 * interleave, instead of at the arrival of the request.
 */
export function transactNow<C extends Context, T>(ctx: C, work: (tx: Transaction, ctx: C) => T): T {
  return transact(ctx.db, (tx) => work(tx, ctx.clock ? { ...ctx, now: ctx.clock() } : ctx))
}
