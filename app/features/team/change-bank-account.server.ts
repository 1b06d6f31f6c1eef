import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { timeZoneOf } from '#app/features/accounts/time-zones.ts'
import { env } from '#app/platform/env.server.ts'
import { invalid, notFound } from '#app/platform/errors.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { bankAccountChanges, companies, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { type BankAccountChange, bankAccountEvent, bringIntoForce, endingOf } from './bank-account.server.ts'
import { bankStake, requireMandate } from './mandates.server.ts'

const owners = sql(
  { params: { company: companies.id }, row: columns(users, 'name', 'email', 'locale', 'timeZone') },
  `SELECT u.name, u.email, u.locale, u.time_zone AS timeZone FROM company_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.company_id = :company AND m.role = 'owner'`,
)

type Entered = { effectiveAt: number; payoutsFrom: number; isFirst: boolean }

/**
 * Enters a new bank account for the company, which asks for the password and mails every owner. It is in force
 * `BANK_ACCOUNT_DELAY_HOURS` later; invoices carry the old account until then, and nothing is paid out. A company's first account
 * is in force at once, because its invoices need one, but payouts wait all the same. A later change takes the place of one that waits.
 * @throws AppError forbidden, also without a mandate for what the account will receive; invalid for a wrong password or the account in force;
 * rate_limited after twenty in a day
 */
export async function changeBankAccount(
  ctx: CompanyContext,
  input: { iban: string; bic: string | null; password: string; submissionId?: string | undefined },
): Promise<Entered> {
  requireRight(ctx, 'company.changeBankAccount')
  const { password, ...account } = input
  await requirePassword(ctx, password)
  await consumePoint(ctx.db.$client, rateLimits.bankAccount, ctx.company.id)
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'changeBankAccount', input: account }, () =>
      enterBankAccount(tx, ctx, account),
    ),
  )
}

/**
 * Enters the account, for an actor whose mandate covers what it will receive. `asker` is the colleague who asked for it, where the
 * actor only approves it. Part of a verb, inside its transaction.
 * @throws AppError as `changeBankAccount` does
 */
export function enterBankAccount(
  tx: Transaction,
  ctx: CompanyContext,
  { iban, bic }: { iban: string; bic: string | null },
  asker: { id: string; name: string } = ctx.actor,
): Entered {
  const company = tx.select().from(companies).where(eq(companies.id, ctx.company.id)).get()
  if (!company) throw notFound()
  requireMandate(tx, ctx, 'bank', bankStake(tx, company.id))
  if (company.iban === iban && company.bic === bic) throw invalid('team:bank.same', { field: 'iban' })
  const isFirst = company.iban === null
  const payoutsFrom = ctx.now + env.BANK_ACCOUNT_DELAY_HOURS * 3_600_000
  tx.update(bankAccountChanges)
    .set({ cancelledBy: ctx.actor.id, cancelledAt: ctx.now })
    .where(
      and(
        eq(bankAccountChanges.companyId, company.id),
        isNull(bankAccountChanges.appliedAt),
        isNull(bankAccountChanges.cancelledAt),
      ),
    )
    .run()
  const change: BankAccountChange = {
    ...{ id: newId(), companyId: company.id, iban, bic, requestedBy: asker.id, requestedAt: ctx.now },
    ...{ effectiveAt: isFirst ? ctx.now : payoutsFrom, payoutsFrom, appliedAt: isFirst ? ctx.now : null },
    ...{ cancelledBy: null, cancelledAt: null },
  }
  tx.insert(bankAccountChanges).values(change).run()
  appendAudit(tx, ctx, {
    action: 'company.change_bank_account',
    subject: { type: 'company', id: company.id },
    before: { iban: company.iban, bic: company.bic },
    after: change,
    detail: { change: change.id, effectiveAt: change.effectiveAt, payoutsFrom },
  })
  if (isFirst) bringIntoForce(tx, ctx, change)
  const event = bankAccountEvent(change, company.name)
  recordEvent(tx, ctx, 'company.bank_account.entered', { ...event, name: asker.name, isFirst })
  mailOwners(tx, ctx, change, isFirst)
  return { effectiveAt: change.effectiveAt, payoutsFrom, isFirst }
}

/** To the addresses of the owners' accounts, which nobody can change; the one who entered it included. */
function mailOwners(tx: Transaction, ctx: CompanyContext, change: BankAccountChange, isFirst: boolean): void {
  for (const { name, email, locale, timeZone } of owners.all(tx, { company: ctx.company.id })) {
    enqueueMail(tx, ctx.now, {
      to: email,
      locale: locale ?? 'en',
      ...(isFirst ? { template: 'bankAccountAdded' } : { template: 'bankAccountChanged' }),
      params: {
        link: `${env.origin}/company-settings`,
        timeZone: timeZoneOf({ timeZone }),
        ...{ ending: endingOf(change.iban), effectiveAt: change.effectiveAt, untilAt: change.payoutsFrom },
      },
      names: { name },
    })
  }
}
