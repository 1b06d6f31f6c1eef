// verb-rule: a part of the verbs that reverse a transfer, which check the right
import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { invoicePayments } from '#db/schema/invoices/invoicing.ts'
import { bankTransfers } from '#db/schema/statements.ts'
import { requireIndependent } from './load-suspense.server.ts'
import { creditsOf, movedOn, subjectOf } from './reversals.server.ts'

/**
 * A transfer whose money is still where it was credited, for an admin who works for none of the companies concerned.
 * @throws AppError not found; forbidden; conflict if the money has moved on, with what has to happen first, or paid the invoice of a plan
 */
export function loadReversible(tx: Transaction, ctx: UserContext, id: string) {
  const transfer = tx.select().from(bankTransfers).where(eq(bankTransfers.id, id)).get()
  if (!transfer) throw notFound()
  const sourceKey = `transfer:${id}`
  if (tx.select().from(invoicePayments).where(eq(invoicePayments.sourceKey, sourceKey)).get())
    throw conflict('reversals:refused.paidPlan')
  const credits = creditsOf(tx, id)
  const subject = subjectOf(tx, id)
  const owners = credits.filter(({ kind }) => kind === 'client_funds').map(({ ownerId }) => ownerId)
  const parties = [subject.clientCompanyId, subject.providerCompanyId].filter((party) => party !== null)
  requireIndependent(ctx, ...owners, ...parties)
  const short = movedOn(credits)
  if (short) {
    const { cents, freeCents, company } = short
    const params = { company: company ?? '', freeCents, creditedCents: cents, currency: transfer.currency }
    throw conflict('reversals:refused.movedOn', { params })
  }
  return { transfer, credits, subject, owners }
}
