import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { financialAccounts, financialTransactions } from '#db/schema/finance.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { FinancialAccountKind } from '#db/vocabulary/finance.ts'

export const maxFinancialAccounts = 50

export type AccountInput = {
  kind: FinancialAccountKind
  name: string
  iban: string | null
  currency: Currency
  openingCents: number
  openingOn: string
}

/**
 * Adds an account with what was on it on its first day.
 * @throws AppError forbidden; invalid for a first day to come; conflict beyond `maxFinancialAccounts`
 */
export function addFinancialAccount(
  ctx: CompanyContext,
  input: AccountInput & { submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'financials.setUp')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'addFinancialAccount', input }, () => {
      const { submissionId: _, ...account } = input
      const own = eq(financialAccounts.companyId, ctx.company.id)
      if (tx.select().from(financialAccounts).where(own).all().length >= maxFinancialAccounts)
        throw conflict('finance:refused.tooManyAccounts')
      requireOpening(ctx, account)
      const by = { createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now }
      const row = { id: newId(), companyId: ctx.company.id, ...account, ...by }
      tx.insert(financialAccounts).values(row).run()
      const subject = { type: 'financial_account', id: row.id }
      appendAudit(tx, ctx, { action: 'financial_account.add', subject, after: row })
      return { id: row.id }
    }),
  )
}

/**
 * Changes an account. Its currency stays once it has rows, and its first day is not after any of them.
 * @throws AppError forbidden; not found; invalid; conflict when somebody else changed it since the form was opened
 */
export function updateFinancialAccount(
  ctx: CompanyContext,
  input: AccountInput & { accountId: string; submissionId?: string | undefined; expectedVersion?: number | undefined },
): { id: string } {
  requireRight(ctx, 'financials.setUp')
  return transact(ctx.db, (tx) => {
    const before = loadOwn(tx, ctx, input.accountId)
    requireUnchanged(before.updatedAt, input.expectedVersion)
    const { kind, name, iban, currency, openingCents, openingOn } = input
    requireOpening(ctx, input)
    const ofIt = eq(financialTransactions.accountId, before.id)
    const first = tx.select().from(financialTransactions).where(ofIt).orderBy(financialTransactions.day).get()
    if (first && currency !== before.currency) throw invalid('finance:refused.currency', { field: 'currency' })
    if (first && first.day < openingOn) throw invalid('finance:refused.openingTooLate', { field: 'openingOn' })
    change(tx, ctx, before, { kind, name, iban, currency, openingCents, openingOn })
    return { id: before.id }
  })
}

/**
 * Takes an account out of use, or back into it. Its rows stay.
 * @throws AppError forbidden; not found
 */
export function archiveFinancialAccount(ctx: CompanyContext, input: { accountId: string; archived: boolean }): void {
  requireRight(ctx, 'financials.setUp')
  transact(ctx.db, (tx) => {
    const before = loadOwn(tx, ctx, input.accountId)
    if ((before.archivedAt !== null) === input.archived) return
    change(tx, ctx, before, { archivedAt: input.archived ? ctx.now : null })
  })
}

type Account = typeof financialAccounts.$inferSelect

function loadOwn(tx: Transaction, ctx: CompanyContext, id: string): Account {
  const own = and(eq(financialAccounts.id, id), eq(financialAccounts.companyId, ctx.company.id))
  const found = tx.select().from(financialAccounts).where(own).get()
  if (!found) throw notFound()
  return found
}

function change(tx: Transaction, ctx: CompanyContext, before: Account, set: Partial<Account>): void {
  const own = eq(financialAccounts.id, before.id)
  const after = tx
    .update(financialAccounts)
    .set({ ...set, updatedAt: ctx.now })
    .where(own)
    .returning()
    .get()
  const subject = { type: 'financial_account', id: before.id }
  appendAudit(tx, ctx, { action: 'financial_account.update', subject, before, after })
}

function requireOpening(ctx: CompanyContext, { openingOn }: { openingOn: string }): void {
  if (openingOn > businessDay(ctx.now)) throw invalid('finance:refused.inFuture', { field: 'openingOn' })
}
