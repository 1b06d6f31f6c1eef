// verb-rule: issuing an invoice links it, within the right of whoever issues it; the job links those from before there were clients
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { notFound } from '#app/platform/errors.ts'
import { isSameName } from '#app/platform/text/is-same-name.ts'
import { type AuditSource, appendAudit } from '#db/audit.server.ts'
import { type Database, type Transaction, transact } from '#db/client.server.ts'
import { clients } from '#db/schema/clients.ts'
import { type InvoiceParty, invoices } from '#db/schema/invoices/invoicing.ts'
import { blankClient } from './client.ts'
import { type ClientRow, findSame, insertClient, nameKey } from './client-rows.server.ts'

type Reader = Database | Transaction
type Sold = {
  companyId: string
  buyerCompanyId: string | null
  /** Whom the draft was written for. */
  clientId?: string | null
  buyer: InvoiceParty
}

/**
 * The client of an invoice that is being issued, or of a contract: the one that the draft was written for, if it can be its buyer, or the one that is known by
 * the same company, VAT number or business id, or, without any of these, by the same name and address; otherwise a new one. Part of a verb.
 */
export function clientOfBuyer(
  tx: Transaction,
  source: AuditSource,
  sold: Sold,
  from: 'invoice' | 'contract' = 'invoice',
): string {
  const { companyId, buyerCompanyId: linkedCompanyId, buyer } = sold
  const known = knownClient(tx, sold)
  if (known) {
    if (linkedCompanyId && !known.linkedCompanyId)
      tx.update(clients).set({ linkedCompanyId, updatedAt: source.now }).where(eq(clients.id, known.id)).run()
    return known.id
  }
  const { name, businessId, vatNumber, street, postalCode, city, country, email = null } = buyer
  const content = { ...blankClient(country), name, businessId, vatNumber, street, postalCode, city, email }
  const after = insertClient(tx, content, { companyId, createdBy: null, linkedCompanyId, now: source.now })
  const detail = { from }
  appendAudit(tx, source, { action: 'client.create', subject: { type: 'client', id: after.id }, after, detail })
  return after.id
}

/** The client that a buyer is known as: by its company, the choice in the draft, its ids, or name and address; null for a new one. */
export function knownClient(tx: Reader, sold: Sold): ClientRow | null {
  const chosen = sold.clientId ? standing(tx, sold.clientId) : null
  return findLinked(tx, sold) ?? (chosen && canBe(chosen, sold) ? chosen : findKnown(tx, sold))
}

/**
 * The client that a draft is written for: the record that was chosen, or the one that it was merged into.
 * @throws AppError not_found, also for other companies' clients
 */
export function chosenClient(tx: Transaction, ctx: CompanyContext, id: string): string {
  const found = standing(tx, id)
  if (!found || found.companyId !== ctx.company.id) throw notFound()
  return found.id
}

function standing(tx: Reader, id: string): ClientRow | null {
  const row = tx.select().from(clients).where(eq(clients.id, id)).get() ?? null
  return row?.mergedIntoId ? standing(tx, row.mergedIntoId) : row
}

/** Whether a record can be of this buyer: another company, or another id, is somebody else. */
export function canBe(
  client: Pick<ClientRow, 'companyId' | 'linkedCompanyId' | 'businessId' | 'vatNumber' | 'name'>,
  { companyId, buyerCompanyId, buyer }: Sold,
): boolean {
  if (client.companyId !== companyId) return false
  if (client.linkedCompanyId && buyerCompanyId) return client.linkedCompanyId === buyerCompanyId
  const differs = (one: string | null, other: string | null) => one !== null && other !== null && one !== other
  if (differs(client.businessId, buyer.businessId) || differs(client.vatNumber, buyer.vatNumber)) return false
  const isKnown = (client.businessId ?? client.vatNumber) !== null && (buyer.businessId ?? buyer.vatNumber) !== null
  return isKnown || isSameName(client.name, buyer.name)
}

const standingOf = (companyId: string) => and(eq(clients.companyId, companyId), isNull(clients.mergedIntoId))

function findLinked(tx: Reader, { companyId, buyerCompanyId }: Sold): ClientRow | null {
  if (!buyerCompanyId) return null
  const linked = and(standingOf(companyId), eq(clients.linkedCompanyId, buyerCompanyId))
  return tx.select().from(clients).where(linked).get() ?? null
}

function findKnown(tx: Reader, sold: Sold): ClientRow | null {
  const { companyId, buyer } = sold
  const own = standingOf(companyId)
  const same = findSame(tx, companyId, buyer)
  if (same) return canBe(same, sold) ? same : null
  if (buyer.businessId || buyer.vatNumber) return null
  const named = and(own, eq(clients.sortName, nameKey(buyer.name)))
  const plain = (text: string | null) => (text ?? '').replace(/\s+/g, '').toLowerCase()
  const isThere = (row: ClientRow) =>
    row.country === buyer.country &&
    plain(row.postalCode) === plain(buyer.postalCode) &&
    plain(row.street) === plain(buyer.street) &&
    row.businessId === null &&
    row.vatNumber === null
  return tx.select().from(clients).where(named).all().find(isThere) ?? null
}

const atOnce = 500

/**
 * Gives invoices that were issued before there were clients theirs, oldest first, five hundred in one transaction. Repeating or
 * interrupting it does no harm. Returns how many it linked.
 */
export function linkInvoices(ctx: Context): number {
  const { id, companyId, buyerCompanyId, buyer } = invoices
  const waits = sql`${invoices.clientId} is null and ${invoices.number} is not null`
  const next = ctx.db.select({ id, companyId, buyerCompanyId, buyer }).from(invoices).where(waits).orderBy(id)
  if (!next.limit(1).get()) return 0
  return transact(ctx.db, (tx) => {
    const waiting = next.limit(atOnce).all()
    for (const invoice of waiting) {
      const clientId = clientOfBuyer(tx, ctx, invoice)
      tx.update(invoices).set({ clientId }).where(eq(invoices.id, invoice.id)).run()
    }
    return waiting.length
  })
}
