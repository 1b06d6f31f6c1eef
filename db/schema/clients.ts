import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Currency } from '#db/vocabulary/currencies.ts'
import { buyerKinds } from '#db/vocabulary/invoicing.ts'
import { companies, users } from './accounts.ts'
import { id, time } from './columns.ts'

export type ClientContact = { name: string; role: string | null; email: string | null; phone: string | null }
export type CreditLimit = { currency: Currency; cents: number }

/**
 * Whom a company invoices: its own record, which nobody else sees. Contacts, limits and tags are read and written only with it, and so
 * are parts of its row.
 */
export const clients = sqliteTable(
  'clients',
  {
    id: id(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    name: text('name').notNull(),
    businessId: text('business_id'),
    vatNumber: text('vat_number'),
    /** What it buys as; null where nobody has said, for what its ids and its name suggest. */
    buysAs: text('buys_as', { enum: buyerKinds }),
    street: text('street'),
    postalCode: text('postal_code'),
    city: text('city'),
    country: text('country').notNull(),
    /** The language of its documents; null where nobody has said. */
    locale: text('locale'),
    /** Where invoices go. */
    email: text('email'),
    phone: text('phone'),
    /** Its address for e-invoices: the scheme (EAS code), the address in it (such as an OVT number), and the operator. */
    eScheme: text('e_scheme'),
    eAddress: text('e_address'),
    eOperator: text('e_operator'),
    contacts: text('contacts', { mode: 'json' }).$type<ClientContact[]>().notNull(),
    paymentTermDays: integer('payment_term_days'),
    /** In basis points a year; null for what the law says. */
    lateInterestBp: integer('late_interest_bp'),
    creditLimits: text('credit_limits', { mode: 'json' }).$type<CreditLimit[]>().notNull(),
    tags: text('tags', { mode: 'json' }).$type<string[]>().notNull(),
    notes: text('notes').notNull().default(''),
    /** The name without case and diacritics, by which a list is sorted; and whatever a search finds it by, likewise. */
    sortName: text('sort_name').notNull(),
    searchText: text('search_text').notNull(),
    /** The company on the platform that it is: known from a contract between the two, or its invoice. */
    linkedCompanyId: text('linked_company_id').references(() => companies.id),
    /** The record that this one was merged into, and that stands for it since. */
    mergedIntoId: text('merged_into_id'),
    archivedAt: time('archived_at'),
    /** Null for a client that came with an invoice or a contract. */
    createdBy: text('created_by').references(() => users.id),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    index('clients_company').on(t.companyId, t.sortName, t.id),
    index('clients_merged').on(t.mergedIntoId).where(sql`${t.mergedIntoId} is not null`),
    uniqueIndex('clients_linked')
      .on(t.companyId, t.linkedCompanyId)
      .where(sql`${t.linkedCompanyId} is not null and ${t.mergedIntoId} is null`),
    index('clients_vat_number').on(t.companyId, t.vatNumber).where(sql`${t.vatNumber} is not null`),
    index('clients_business_id').on(t.companyId, t.businessId).where(sql`${t.businessId} is not null`),
  ],
)

/** Merges of doubles. What both were is kept, so that a merge can be undone; the invoices of both keep their own client. */
export const clientMerges = sqliteTable(
  'client_merges',
  {
    id: id(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    keptId: text('kept_id')
      .notNull()
      .references(() => clients.id),
    mergedId: text('merged_id')
      .notNull()
      .references(() => clients.id),
    /** The kept record before the merge. */
    before: text('before', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** Records that had been merged into the other before, and came along. */
    alongIds: text('along_ids', { mode: 'json' }).$type<string[]>().notNull(),
    /** The kept record as the merge left it: it can be undone while nobody has changed it since. */
    keptUpdatedAt: time('kept_updated_at').notNull(),
    mergedBy: text('merged_by')
      .notNull()
      .references(() => users.id),
    mergedAt: time('merged_at').notNull(),
    undoneBy: text('undone_by').references(() => users.id),
    undoneAt: time('undone_at'),
  },
  (t) => [
    index('client_merges_company').on(t.companyId, t.mergedAt),
    uniqueIndex('client_merges_standing').on(t.mergedId).where(sql`${t.undoneAt} is null`),
  ],
)
