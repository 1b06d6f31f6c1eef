import type { CompanyContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { getReleasedMilestone } from '#app/features/escrow/invoiceable.server.ts'
import { findMilestoneInvoice, type InvoiceDetail } from './queries.server.ts'

/** What followed a milestone's invoice that was credited in full: the next invoice, or the step to create it. */
export type Reissue =
  | { kind: 'done'; invoiceId: string; number: string | null }
  | { kind: 'possible'; milestoneId: string; certificateId: string | null }

/** For the seller, on the credited invoice and its credit notes; null for everybody else and for all other invoices. */
export function findReissue(ctx: CompanyContext, invoice: InvoiceDetail): Reissue | null {
  const { milestoneId, certificateId, role, document } = invoice
  if (!milestoneId || role !== 'issuer') return null
  if (document.kind === 'invoice' && document.status !== 'credited') return null
  const part = { milestoneId, certificateId }
  const next = findMilestoneInvoice(ctx, part)
  if (next && next.id === invoice.creditedInvoice?.id) return null
  if (next) return { kind: 'done', invoiceId: next.id, number: next.number }
  return can(ctx, 'invoices.create', { owed: true }) && getReleasedMilestone(ctx, part)
    ? { kind: 'possible', ...part }
    : null
}
