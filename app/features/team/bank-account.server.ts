// verb-rule: a part of the verbs that enter an account and issue invoices, and of a scheduled job
import { eq } from 'drizzle-orm'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { bankAccountChanges, companies, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'

export type BankAccountChange = typeof bankAccountChanges.$inferSelect

/** What a change tells others of the IBAN. */
export const endingOf = (iban: string): string => iban.slice(-4)

const shown = {
  ...columns(bankAccountChanges, 'id', 'iban', 'bic', 'requestedAt', 'effectiveAt', 'payoutsFrom', 'appliedAt'),
  requestedBy: users.name,
}
const latest = sql(
  { params: { company: companies.id, now: integer }, row: shown },
  `SELECT c.id, c.iban, c.bic, c.requested_at AS requestedAt, c.effective_at AS effectiveAt, c.payouts_from AS payoutsFrom,
          c.applied_at AS appliedAt, u.name AS requestedBy
   FROM bank_account_changes c JOIN users u ON u.id = c.requested_by
   WHERE c.company_id = :company AND c.cancelled_at IS NULL AND c.payouts_from > :now ORDER BY c.id DESC LIMIT 1`,
)

/** The change of the company's bank account that payouts wait for, and that can be cancelled; null if there is none. */
export const getBankAccountChange = (ctx: CompanyContext) =>
  latest.first(ctx.db, { company: ctx.company.id, now: ctx.now }) ?? null

const held = sql(
  {
    params: { now: integer },
    row: {
      ...columns(bankAccountChanges, 'id', 'iban', 'requestedAt', 'payoutsFrom'),
      ...{ company: companies.name, requestedBy: users.name },
    },
  },
  `SELECT c.id, c.iban, c.requested_at AS requestedAt, c.payouts_from AS payoutsFrom, o.name AS company, u.name AS requestedBy
   FROM bank_account_changes c JOIN companies o ON o.id = c.company_id JOIN users u ON u.id = c.requested_by
   WHERE c.cancelled_at IS NULL AND c.payouts_from > :now ORDER BY c.payouts_from, c.id LIMIT 100`,
)

/** The changes that hold payouts back, for platform admins: the first hundred, the soonest to end first. */
export const listHeldPayouts = (ctx: Context) =>
  held.all(ctx.db, { now: ctx.now }).map(({ iban, ...change }) => ({ ...change, ending: endingOf(iban) }))

const dueOf = sql(
  { params: { company: companies.id, now: integer }, row: columns(bankAccountChanges, 'id') },
  `SELECT id FROM bank_account_changes
   WHERE company_id = :company AND applied_at IS NULL AND cancelled_at IS NULL AND effective_at <= :now`,
)

/**
 * Makes a company's new bank account the one in force if its time has come. The job does this every minute; an invoice that is
 * issued before the job runs does it first, and so carries the right account.
 */
export function applyDueBankAccount(tx: Transaction, ctx: Context, companyId: string): boolean {
  const found = dueOf.first(tx, { company: companyId, now: ctx.now })
  if (!found) return false
  const change = tx
    .update(bankAccountChanges)
    .set({ appliedAt: ctx.now })
    .where(eq(bankAccountChanges.id, found.id))
    .returning()
    .get()
  if (change) bringIntoForce(tx, ctx, change)
  return true
}

/** Writes the account to the company, with its audit row and event. */
export function bringIntoForce(tx: Transaction, ctx: Context, change: BankAccountChange): void {
  const mine = eq(companies.id, change.companyId)
  const before = tx.select().from(companies).where(mine).get()
  const { iban, bic } = change
  tx.update(companies).set({ iban, bic, updatedAt: ctx.now }).where(mine).run()
  appendAudit(tx, ctx, {
    action: 'company.bank_account_in_force',
    subject: { type: 'company', id: change.companyId },
    before: { iban: before?.iban, bic: before?.bic },
    after: { iban, bic },
    detail: { change: change.id, requestedBy: change.requestedBy },
  })
  recordEvent(tx, ctx, 'company.bank_account.in_force', bankAccountEvent(change, before?.name ?? ''))
}

/** The payload of the events about a change. */
export function bankAccountEvent(change: BankAccountChange, company: string) {
  const { companyId, effectiveAt, payoutsFrom, iban } = change
  return { companyId, company, effectiveAt, payoutsFrom, ending: endingOf(iban) }
}
