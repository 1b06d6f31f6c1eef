import { and, eq, gt, isNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { bankAccountChanges, companies } from '#db/schema/accounts.ts'
import { bankAccountEvent } from './bank-account.server.ts'

/**
 * Cancels the change of the company's bank account while payouts wait for it. It asks for no password, because it only keeps what
 * was. A first account, which was in force at once, is removed.
 * @throws AppError forbidden; conflict if there is none to cancel (any more)
 */
export function cancelBankAccount(ctx: CompanyContext, input: { changeId: string }): { ending: string } {
  requireRight(ctx, 'company.cancelBankAccount')
  return transact(ctx.db, (tx) => {
    const change = tx
      .update(bankAccountChanges)
      .set({ cancelledBy: ctx.actor.id, cancelledAt: ctx.now })
      .where(
        and(
          eq(bankAccountChanges.id, input.changeId),
          eq(bankAccountChanges.companyId, ctx.company.id),
          isNull(bankAccountChanges.cancelledAt),
          gt(bankAccountChanges.payoutsFrom, ctx.now),
        ),
      )
      .returning()
      .get()
    if (!change) throw conflict('team:bank.nothingToCancel')
    const ownAccount = and(eq(companies.id, ctx.company.id), eq(companies.iban, change.iban))
    if (change.appliedAt !== null)
      tx.update(companies).set({ iban: null, bic: null, updatedAt: ctx.now }).where(ownAccount).run()
    appendAudit(tx, ctx, {
      action: 'company.cancel_bank_account',
      subject: { type: 'company', id: ctx.company.id },
      before: { ...change, cancelledBy: null, cancelledAt: null },
      after: change,
      detail: { change: change.id },
    })
    const event = bankAccountEvent(change, ctx.company.name)
    recordEvent(tx, ctx, 'company.bank_account.cancelled', { ...event, name: ctx.actor.name })
    return { ending: event.ending }
  })
}
