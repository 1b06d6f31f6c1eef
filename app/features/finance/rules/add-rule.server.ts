import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireTags } from '#app/features/finance/load-transaction.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { bookingRuleParts, bookingRules } from '#db/schema/finance.ts'
import type { BookingRuleMode } from '#db/vocabulary/finance.ts'
import { completeParts, type RuleConditions, type RulePart } from './booking-rule.ts'

/** Rules in use at once. */
export const maxRules = 100

export type RuleInput = RuleConditions & { name: string; mode: BookingRuleMode; parts: readonly RulePart[] }

type Rule = typeof bookingRules.$inferSelect

/**
 * Adds a rule as the last one.
 * @throws AppError forbidden; invalid for a rule that fits every row, parts that do not add up, and another's category or project; conflict beyond `maxRules`
 */
export function addRule(ctx: CompanyContext, input: RuleInput & { submissionId?: string | undefined }): { id: string } {
  requireRight(ctx, 'financials.setUp')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'addRule', input }, () => {
      const { submissionId: _, parts, ...asked } = input
      requireRoom(tx, ctx)
      const complete = requireComplete(tx, ctx, asked, parts, [])
      const by = { createdBy: ctx.actor.id, createdAt: ctx.now, updatedBy: ctx.actor.id, updatedAt: ctx.now }
      const position = 1 + Math.max(0, ...ownRules(tx, ctx).map((rule) => rule.position))
      const row = { id: newId(), companyId: ctx.company.id, position, ...asked, ...by }
      tx.insert(bookingRules).values(row).run()
      const stored = saveParts(tx, row.id, complete)
      const subject = { type: 'booking_rule', id: row.id }
      appendAudit(tx, ctx, { action: 'booking_rule.add', subject, after: { ...row, parts: stored } })
      return { id: row.id }
    }),
  )
}

/**
 * Changes a rule. What it has categorized stays as it is, until somebody applies it again.
 * @throws AppError as `addRule`; not found; conflict when somebody else changed it since the form was opened
 */
export function updateRule(
  ctx: CompanyContext,
  input: RuleInput & { ruleId: string; expectedVersion?: number | undefined; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'financials.setUp')
  return transact(ctx.db, (tx) => {
    const before = loadRule(tx, ctx, input.ruleId)
    requireUnchanged(before.updatedAt, input.expectedVersion)
    const { ruleId: _, expectedVersion: _2, submissionId: _3, parts, ...asked } = input
    const was = partsOf(tx, before.id)
    const complete = requireComplete(tx, ctx, asked, parts, was)
    tx.delete(bookingRuleParts).where(eq(bookingRuleParts.ruleId, before.id)).run()
    const stored = saveParts(tx, before.id, complete)
    change(tx, ctx, before, asked, { before: was, after: stored })
    return { id: before.id }
  })
}

/**
 * Turns a rule off, or on again at its place. What it has categorized stays.
 * @throws AppError forbidden; not found; conflict beyond `maxRules`
 */
export function switchRule(ctx: CompanyContext, input: { ruleId: string; isOn: boolean }): void {
  requireRight(ctx, 'financials.setUp')
  transact(ctx.db, (tx) => {
    const before = loadRule(tx, ctx, input.ruleId)
    if ((before.offAt === null) === input.isOn) return
    if (input.isOn) requireRoom(tx, ctx)
    change(tx, ctx, before, { offAt: input.isOn ? null : ctx.now })
  })
}

/**
 * Moves a rule before or behind its neighbour in use. Only from the place that the page showed, so that a second click moves nothing.
 * @throws AppError forbidden; not found
 */
export function moveRule(ctx: CompanyContext, input: { ruleId: string; step: 'up' | 'down'; position: number }): void {
  requireRight(ctx, 'financials.setUp')
  transact(ctx.db, (tx) => {
    const moved = loadRule(tx, ctx, input.ruleId)
    const inUse = ownRules(tx, ctx).filter(({ offAt }) => offAt === null)
    const place = inUse.findIndex(({ id }) => id === moved.id)
    const other = place < 0 ? undefined : inUse[input.step === 'up' ? place - 1 : place + 1]
    if (!other || moved.position !== input.position) return
    const to = (id: string, position: number) =>
      tx.update(bookingRules).set({ position }).where(eq(bookingRules.id, id)).run()
    to(moved.id, other.position)
    to(other.id, moved.position)
    appendAudit(tx, ctx, {
      action: 'booking_rule.move',
      subject: { type: 'booking_rule', id: moved.id },
      ...{ before: { position: moved.position }, after: { position: other.position } },
    })
  })
}

function ownRules(tx: Transaction, ctx: CompanyContext): Rule[] {
  const own = eq(bookingRules.companyId, ctx.company.id)
  return tx.select().from(bookingRules).where(own).orderBy(bookingRules.position, bookingRules.id).all()
}

function loadRule(tx: Transaction, ctx: CompanyContext, id: string): Rule {
  const own = and(eq(bookingRules.id, id), eq(bookingRules.companyId, ctx.company.id))
  const found = tx.select().from(bookingRules).where(own).get()
  if (!found) throw notFound()
  return found
}

function partsOf(tx: Transaction, ruleId: string) {
  const ofIt = eq(bookingRuleParts.ruleId, ruleId)
  return tx.select().from(bookingRuleParts).where(ofIt).orderBy(bookingRuleParts.position).all()
}

function saveParts(tx: Transaction, ruleId: string, parts: readonly RulePart[]) {
  const rows = parts.map((part, position) => ({ id: newId(), ruleId, position, ...part }))
  for (const row of rows) tx.insert(bookingRuleParts).values(row).run()
  return rows
}

function change(
  tx: Transaction,
  ctx: CompanyContext,
  before: Rule,
  set: Partial<Rule>,
  parts: { before: unknown; after: unknown } | null = null,
): void {
  const own = eq(bookingRules.id, before.id)
  const by = { updatedBy: ctx.actor.id, updatedAt: ctx.now }
  const after = tx
    .update(bookingRules)
    .set({ ...set, ...by })
    .where(own)
    .returning()
    .get()
  appendAudit(tx, ctx, {
    action: 'booking_rule.update',
    subject: { type: 'booking_rule', id: before.id },
    before: parts ? { ...before, parts: parts.before } : before,
    after: parts ? { ...after, parts: parts.after } : after,
  })
}

function requireRoom(tx: Transaction, ctx: CompanyContext): void {
  const inUse = and(eq(bookingRules.companyId, ctx.company.id), isNull(bookingRules.offAt))
  if (tx.select().from(bookingRules).where(inUse).all().length >= maxRules)
    throw conflict('bookingrules:refused.tooMany')
}

function requireComplete(
  tx: Transaction,
  ctx: CompanyContext,
  asked: RuleConditions,
  parts: readonly RulePart[],
  was: readonly RulePart[],
): RulePart[] {
  const answer = completeParts(asked, parts)
  if ('refused' in answer) throw invalid(`bookingrules:refused.${answer.refused}`)
  requireTags(tx, ctx, answer.parts, was)
  return answer.parts
}
