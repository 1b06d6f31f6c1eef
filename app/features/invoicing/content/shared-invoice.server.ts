import { and, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '#db/client.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { type InvoiceDocumentData, precedingInvoice, toDocument } from './invoice-document.server.ts'
import { isShareId } from './share-link.server.ts'

/** The invoice behind a public link; null alike for unknown, revoked and expired links. */
export function getSharedInvoice(ctx: { db: Database; now: number }, shareId: string): InvoiceDocumentData | null {
  if (!isShareId(shareId)) return null
  const shared = and(eq(invoices.shareId, shareId), isNotNull(invoices.number))
  const row = ctx.db.select().from(invoices).where(shared).get()
  if (!row || (row.shareExpiresAt !== null && row.shareExpiresAt <= ctx.now)) return null
  return toDocument(ctx.db, row, precedingInvoice(ctx.db, row.creditedInvoiceId), ctx.now)
}
