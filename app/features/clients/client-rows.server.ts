import { and, count, eq, isNull, ne, or } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { clients } from '#db/schema/clients.ts'
import { type ClientContent, maxClients } from './client.ts'

export type ClientRow = typeof clients.$inferSelect

/**
 * Loads a client of the caller's company, for a verb.
 * @throws AppError not_found, also for a record that was merged into another
 */
export function loadClient(tx: Transaction, ctx: CompanyContext, clientId: string): ClientRow {
  const row = tx
    .select()
    .from(clients)
    .where(and(eq(clients.id, clientId), eq(clients.companyId, ctx.company.id), isNull(clients.mergedIntoId)))
    .get()
  if (!row) throw notFound()
  return row
}

/** The content of a row. */
export function contentOf(row: ClientRow): ClientContent {
  const { id: _id, companyId: _company, sortName: _sort, searchText: _search, linkedCompanyId: _linked, ...rest } = row
  const { mergedIntoId: _m, archivedAt: _a, createdBy: _b, createdAt: _c, updatedAt: _u, ...content } = rest
  return content
}

/** A name without case, diacritics and superfluous spaces: what a list is sorted by, and whether two are the same. */
export const nameKey = (name: string): string =>
  normalizeForSearch(name.normalize('NFKC')).replace(/\s+/gu, ' ').trim().slice(0, 200)

/** The columns that follow from the content. */
export function columnsOf(content: ClientContent) {
  const { name, businessId, vatNumber, email, city, contacts } = content
  const people = contacts.flatMap((one) => [one.name, one.email])
  const found = [name, businessId, businessId?.replace(/\W/g, ''), vatNumber, email, city, ...people]
  return {
    ...content,
    sortName: nameKey(name),
    searchText: normalizeForSearch(found.filter(Boolean).join('\n')),
  }
}

/** Adds a client. Part of a verb, inside its transaction. */
export function insertClient(
  tx: Transaction,
  content: ClientContent,
  of: { companyId: string; createdBy: string | null; linkedCompanyId?: string | null; now: number },
): ClientRow {
  const { companyId, createdBy, linkedCompanyId = null, now } = of
  return tx
    .insert(clients)
    .values({
      ...columnsOf(content),
      ...{ id: newId(), companyId, createdBy, linkedCompanyId, createdAt: now, updatedAt: now },
    })
    .returning()
    .get()
}

/** Another standing client of the company with the same business id (of the same register) or VAT number; null if there is none. */
export function findSame(
  tx: Database | Transaction,
  companyId: string,
  { businessId, vatNumber, country }: Pick<ClientContent, 'businessId' | 'vatNumber' | 'country'>,
  exceptId: string | null = null,
): ClientRow | null {
  const same = [
    vatNumber ? eq(clients.vatNumber, vatNumber) : undefined,
    businessId ? and(eq(clients.businessId, businessId), eq(clients.country, country)) : undefined,
  ].filter((one) => one !== undefined)
  if (same.length === 0) return null
  const standing = and(eq(clients.companyId, companyId), isNull(clients.mergedIntoId))
  const other = exceptId ? ne(clients.id, exceptId) : undefined
  return (
    tx
      .select()
      .from(clients)
      .where(and(standing, other, or(...same)))
      .orderBy(clients.id)
      .get() ?? null
  )
}

/** @throws AppError invalid for the business id or VAT number of another client */
export function requireNoDouble(tx: Transaction, companyId: string, content: ClientContent, exceptId: string | null) {
  const other = findSame(tx, companyId, content, exceptId)
  if (!other) return
  const field = other.vatNumber !== null && other.vatNumber === content.vatNumber ? 'vatNumber' : 'businessId'
  throw invalid('clients:refused.double', { field, params: { name: other.name } })
}

/** @throws AppError conflict when the company has as many clients as it may have */
export function requireRoom(tx: Transaction, companyId: string, added: number): void {
  const has = tx.select({ n: count() }).from(clients).where(eq(clients.companyId, companyId)).get()?.n ?? 0
  if (has + added > maxClients) throw conflict(`clients:refused.tooMany?count=${maxClients}`)
}
