// verb-rule: recordReminder appends the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadOwnInvoice } from '#app/features/invoicing/invoice-rows.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { wasRemindedWithinWeek } from './queries.server.ts'
import { recordReminder } from './record-reminder.server.ts'

type Input = {
  invoiceId: string
  /** Where it is mailed to; null for one that is printed and given by hand. */
  email: string | null
  locale: string
  /** Although the last one is less than a week old. */
  again?: boolean
  submissionId?: string | undefined
}

/**
 * Reminds the buyer of an overdue invoice now, whatever the schedule and a hold say (INV-24); within a week of the last reminder only `again`.
 * @throws AppError not_found; conflict unless it was sent, is open and overdue; forbidden while the sender's address is unverified;
 * invalid at `again`; rate_limited
 */
export function remindBuyer(ctx: CompanyContext, input: Input): { id: string } {
  requireRight(ctx, 'invoices.send')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'remindBuyer', input, otherContent: 'refuse' }, () => {
      const invoice = loadOwnInvoice(tx, ctx, input.invoiceId)
      if (!input.again && wasRemindedWithinWeek(tx, invoice.id, ctx.now))
        throw invalid('reminders:refused.tooSoon', { field: 'again' })
      const to = { email: input.email, sentBy: ctx.actor.id, locale: input.locale }
      return { id: recordReminder(tx, ctx, invoice, to) }
    }),
  )
}
