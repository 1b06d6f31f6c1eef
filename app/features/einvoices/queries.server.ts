import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import { getSharedInvoice } from '#app/features/invoicing/content/shared-invoice.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import type { Database } from '#db/client.server.ts'
import { integer, nullable, text } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { sql } from '#db/sql.server.ts'
import type { IssueFacts } from './to-einvoice.server.ts'

/** An invoice as its page shows it, and what its files say beyond that. */
export type InvoiceFileData = { id: string; document: InvoiceDocumentData; facts: IssueFacts; issuedAt: number | null }

const facts = sql(
  {
    params: { invoice: invoices.id },
    row: {
      issuedAt: invoices.issuedAt,
      contractNumber: nullable(contracts.number),
      creditedIssueDate: nullable(invoices.issueDate),
      paidCents: integer,
      retainedCents: integer,
    },
  },
  `SELECT i.issued_at AS issuedAt, c.number AS contractNumber, o.issue_date AS creditedIssueDate,
     (SELECT coalesce(sum(p.amount_cents), 0) FROM invoice_payments p
       WHERE p.invoice_id = i.id AND p.source IN ('escrow', 'retention', 'fee') AND p.recorded_at <= i.issued_at) AS paidCents,
     i.retained_cents + (SELECT coalesce(sum(p.amount_cents), 0) FROM invoice_payments p
       WHERE p.invoice_id = i.id AND p.source = 'retention' AND p.recorded_at > i.issued_at) AS retainedCents
   FROM invoices i LEFT JOIN contracts c ON c.id = i.contract_id LEFT JOIN invoices o ON o.id = i.credited_invoice_id
   WHERE i.id = :invoice`,
)

const shared = sql(
  { params: { share: text }, row: { id: invoices.id } },
  'SELECT id FROM invoices WHERE share_id = :share',
)

/** What the files of an invoice say beyond its document. */
export function getIssueFacts(db: Database, id: string): Pick<InvoiceFileData, 'facts' | 'issuedAt'> {
  const { issuedAt, ...rest } = facts.one(db, { invoice: id })
  return { issuedAt, facts: rest }
}

/** An invoice or credit note, drafts of one's own included, for its files; null where the page would be 404. */
export function getInvoiceFile(ctx: CompanyContext, invoiceId: string): InvoiceFileData | null {
  const invoice = getInvoice(ctx, invoiceId)
  if (!invoice) return null
  return { id: invoice.id, document: invoice.document, ...getIssueFacts(ctx.db, invoice.id) }
}

/** The invoice behind a public link, for its files; null alike for unknown, revoked and expired links. */
export function getSharedInvoiceFile(ctx: { db: Database; now: number }, shareId: string): InvoiceFileData | null {
  const document = getSharedInvoice(ctx, shareId)
  const id = document && shared.first(ctx.db, { share: shareId })?.id
  return document && id ? { id, document, ...getIssueFacts(ctx.db, id) } : null
}
