import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { companyCertificates } from '#db/schema/qualifications.ts'

/**
 * Takes a certificate off the company's list: no bid can name it any more. The bids that do keep it and its file, because it is what their
 * clients decide on. Does nothing if it was removed already.
 * @throws AppError forbidden; not found
 */
export function removeCertificate(ctx: CompanyContext, input: { certificateId: string }): { id: string } {
  requireRight(ctx, 'company.keepCertificates')
  return transact(ctx.db, (tx) => {
    const { id, companyId, removedAt } = companyCertificates
    const own = and(eq(id, input.certificateId), eq(companyId, ctx.company.id))
    const before = tx.select().from(companyCertificates).where(own).get()
    if (!before) throw notFound()
    const set = { removedBy: ctx.actor.id, removedAt: ctx.now }
    const after = tx
      .update(companyCertificates)
      .set(set)
      .where(and(own, isNull(removedAt)))
      .returning()
      .get()
    if (after)
      appendAudit(tx, ctx, {
        action: 'company.remove_certificate',
        subject: { type: 'company', id: ctx.company.id },
        ...{ before, after },
      })
    return { id: before.id }
  })
}
