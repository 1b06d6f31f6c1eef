import { env } from '#app/platform/env.server.ts'
import { AppError, forbidden, type Message } from '#app/platform/errors.ts'
import type { Module } from '#db/vocabulary/accounts.ts'
import { type Context, isReadOnly, type UserContext } from './context.ts'
import { limitMessage, limitUsage } from './quotas.server.ts'
import { type Decision, decide, limitOf, listRights, type Principal, type Right, type RightsOfPart } from './rights.ts'

/**
 * What is owed to the other party of a contract, such as the invoice of a milestone that was released: a subscription that is over does not
 * refuse it (PLAN-3).
 */
export type Owed = { owed?: boolean }

/**
 * Checks that the actor holds the right. Its limit is checked separately, by `requireQuota` inside the transaction.
 * @throws AppError unauthenticated for guests; forbidden with the reason
 */
export function requireRight(ctx: Context, right: Right, { owed = false }: Owed = {}): asserts ctx is UserContext {
  if (!ctx.actor) throw new AppError('unauthenticated', 'errors:signInFirst')
  const refusal = refusalOf(ctx, ctx.actor, right, owed)
  if (refusal) throw forbidden(refusal.key, refusal.params && { params: refusal.params })
}

/**
 * Checks that the token by which somebody acts, if they do, covers changes of a module: for a change that a reader may make too.
 * @throws AppError forbidden
 */
export function requireWriteScope({ actor: { scopes } }: UserContext, module: Module): void {
  if (scopes && !scopes.includes(`${module}:write`)) throw forbidden('errors:scopeMissing')
}

/** Whether the page should offer the verb of this right. */
export function can(ctx: Context, right: Right, owed?: Owed): boolean {
  return refusalReason(ctx, right, owed) === null
}

/**
 * Why the actor may not do something, as a message for them, or null if they may. Looks up the limit only if the right has one.
 */
export function refusalReason(ctx: Context, right: Right, { owed = false }: Owed = {}): Message | null {
  if (!ctx.actor) return { key: 'errors:signInFirst' }
  const refusal = refusalOf(ctx, ctx.actor, right, owed)
  if (refusal) return refusal
  const limit = limitOf(right)
  const usage = limit && ctx.company && limitUsage(ctx.db, limit, ctx.company.id, ctx.now)
  return limit && usage && usage.used >= usage.limit ? limitMessage(limit, usage) : null
}

/** Filters the actions that a state machine allows to those the user has the right to. Actions without a right are dropped. */
export function permittedActions<Action extends string>(
  ctx: Context,
  actions: readonly Action[],
  rightOf: Partial<Record<Action, Right>>,
): Action[] {
  return actions.filter((action) => {
    const right = rightOf[action]
    return right !== undefined && can(ctx, right)
  })
}

/** What the actor, or a colleague of the same company, may and may not do, as `requireRight` and the quotas would decide. */
export function rightsOf(ctx: UserContext, person: Omit<Principal, 'limitReached'> = ctx.actor): RightsOfPart[] {
  const emailVerified = person.emailVerified || !env.requireVerifiedEmail
  return listRights({ ...person, emailVerified, readOnly: isReadOnly(ctx) }, (limit) => {
    const usage = ctx.company && limitUsage(ctx.db, limit, ctx.company.id, ctx.now)
    return Boolean(usage && usage.used >= usage.limit)
  })
}

function refusalOf(ctx: Context, actor: UserContext['actor'], right: Right, owed: boolean): Message | null {
  const emailVerified = actor.emailVerified || !env.requireVerifiedEmail
  const decision: Decision = decide(right, { ...actor, emailVerified, readOnly: !owed && isReadOnly(ctx) })
  if (decision.allowed) return null
  return decision.refused === 'errors:subscriptionOver'
    ? { key: decision.refused, params: { help: '/billing' } }
    : { key: decision.refused }
}
