import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { type RetentionDue, retentionDueOf } from '#app/features/escrow/invoiceable.server.ts'
import { bankingDayBefore } from '#app/platform/banking-days.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import { columns, integer, nullable, required, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { clients } from '#db/schema/clients.ts'
import { contracts } from '#db/schema/contracts.ts'
import { invoicePayments, invoices } from '#db/schema/invoices/invoicing.ts'
import { projects } from '#db/schema/projects.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import { type ClientFilter, clientsPerPage } from './client-filter.ts'
import type { ClientRow } from './client-rows.server.ts'
import { clientAgeing, clientCounts, clientLists, clientSums } from './list-queries.server.ts'

/** The day (`YYYY-MM-DD`) so many days later. */
const dayAfter = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
/** What is due before this day is overdue (INV-11). */
export const overdueBeforeOf = (now: number) => dayAfter(bankingDayBefore(businessDay(now)), 1)

export type ClientListRow = Omit<RowOf<typeof clientLists.active.name>, 'isOver' | 'key' | 'sums'> & {
  isOver: boolean
  sums: { currency: Currency; openCents: number; overdueCents: number }[]
}

/** A page of the company's clients, the key of the next one, and how many each view has. */
export function listClients(ctx: CompanyContext, filter: ClientFilter) {
  const place = {
    ...{ company: companyInScope(ctx, 'clients.read'), overdueBefore: overdueBeforeOf(ctx.now) },
    ...{ q: normalizeForSearch(filter.q), tag: filter.tag },
  }
  const [key, id] = [filter.after?.value ?? null, filter.after?.id ?? null]
  const found = clientLists[filter.view][filter.sort].all(ctx.db, { ...place, key, id })
  const rows = found.slice(0, clientsPerPage)
  const last = found.length > clientsPerPage ? rows.at(-1) : undefined
  return {
    rows: rows.map(
      ({ key: _key, isOver, sums, ...row }): ClientListRow => ({
        ...row,
        isOver: isOver === 1,
        sums: (sums ?? []).filter(({ openCents }) => openCents > 0),
      }),
    ),
    next: last ? { value: last.key, id: last.id } : null,
    counts: clientCounts.one(ctx.db, place),
  }
}

const tags = sql(
  { params: { company: companies.id }, row: { tag: text } },
  `SELECT DISTINCT t.value AS tag FROM clients c, json_each(c.tags) t
   WHERE c.company_id = :company AND c.merged_into_id IS NULL ORDER BY lower(t.value) LIMIT 200`,
)

/** The tags that the company's clients have. */
export const listTags = (ctx: CompanyContext): string[] => [
  ...new Set(tags.all(ctx.db, { company: companyInScope(ctx, 'clients.read') }).map(({ tag }) => tag)),
]

const choices = sql(
  { params: { company: companies.id }, row: columns(clients, 'id', 'name', 'city') },
  `SELECT id, name, city FROM clients WHERE company_id = :company AND merged_into_id IS NULL AND archived_at IS NULL
   ORDER BY sort_name, id LIMIT 500`,
)

/** The clients to choose from: the first 500 by name. */
export const listClientChoices = (ctx: CompanyContext) =>
  choices.all(ctx.db, { company: companyInScope(ctx, 'clients.read') })

/** A client of the company, or where its record went; null for everybody else's. */
export function getClient(ctx: CompanyContext, id: string): ClientRow | null {
  const own = and(eq(clients.id, id), eq(clients.companyId, companyInScope(ctx, 'clients.read')))
  return ctx.db.select().from(clients).where(own).get() ?? null
}

export type ClientMoney = ReturnType<typeof getMoney>

/** What a client was invoiced, paid and owes, by currency, and by how long it is overdue. */
export function getMoney(ctx: CompanyContext, id: string) {
  const scope = { id, company: companyInScope(ctx, 'clients.read') }
  const d0 = overdueBeforeOf(ctx.now)
  const today = businessDay(ctx.now)
  const [d30, d60, d90] = [30, 60, 90].map((days) => dayAfter(today, -days)) as [string, string, string]
  const held = new Map<Currency, number>()
  for (const { currency, cents } of listRetained(ctx, id)) held.set(currency, (held.get(currency) ?? 0) + cents)
  return {
    sums: clientSums
      .all(ctx.db, { ...scope, overdueBefore: d0 })
      .map((sum) => ({ ...sum, retainedCents: held.get(sum.currency) ?? 0 })),
    ageing: clientAgeing.all(ctx.db, { ...scope, d0, d30, d60, d90 }),
  }
}

const retained = sql(
  {
    params: { id: clients.id, company: companies.id },
    row: { ...columns(invoices, 'currency', 'contractId'), cents: integer },
  },
  `SELECT i.currency AS currency, i.contract_id AS contractId,
          sum(min(i.retained_cents, max(0, i.gross_cents - i.paid_cents - i.credited_cents))) AS cents
   FROM clients c CROSS JOIN invoices i INDEXED BY invoices_client ON i.client_id = c.id
   WHERE c.company_id = :company AND (c.id = :id OR c.merged_into_id = :id) AND i.kind = 'invoice' AND i.status <> 'draft'
     AND i.retained_cents > 0 GROUP BY i.currency, i.contract_id HAVING cents > 0`,
)

/** The retentions that a client's invoices still claim (INV-12), one for each contract and currency. */
export function listRetained(
  ctx: CompanyContext,
  id: string,
): { currency: Currency; cents: number; due: RetentionDue }[] {
  return retained.all(ctx.db, { id, company: companyInScope(ctx, 'clients.read') }).flatMap((row) => {
    const due = row.contractId ? retentionDueOf(ctx.db, row.contractId) : null
    return due ? [{ currency: row.currency, cents: row.cents, due }] : []
  })
}

const invoiced = sql(
  {
    params: { id: clients.id, company: companies.id },
    row: {
      ...columns(invoices, 'id', 'kind', 'status', 'issueDate', 'dueDate', 'currency', 'grossCents', 'paidCents'),
      ...columns(invoices, 'creditedCents', 'retainedCents', 'number', 'createdAt'),
    },
  },
  `SELECT i.id, i.kind, i.status, i.number, i.issue_date AS issueDate, i.due_date AS dueDate, i.currency, i.gross_cents AS grossCents,
          i.paid_cents AS paidCents, i.credited_cents AS creditedCents, i.retained_cents AS retainedCents, i.created_at AS createdAt
   FROM clients c CROSS JOIN invoices i INDEXED BY invoices_client ON i.client_id = c.id
   WHERE c.company_id = :company AND (c.id = :id OR c.merged_into_id = :id) ORDER BY i.id DESC LIMIT 50`,
)
export type ClientInvoice = RowOf<typeof invoiced>

/** The latest fifty invoices and credit notes of a client, drafts among them. */
export const listClientInvoices = (ctx: CompanyContext, id: string): ClientInvoice[] =>
  invoiced.all(ctx.db, { id, company: companyInScope(ctx, 'clients.read') })

const payments = sql(
  {
    params: { id: clients.id, company: companies.id },
    row: {
      ...columns(invoicePayments, 'id', 'source', 'amountCents', 'paidOn', 'invoiceId'),
      ...columns(invoices, 'currency'),
      number: required(invoices.number),
    },
  },
  `SELECT p.id, p.source, p.amount_cents AS amountCents, p.paid_on AS paidOn, p.invoice_id AS invoiceId, i.currency, i.number
   FROM clients c CROSS JOIN invoices i INDEXED BY invoices_client ON i.client_id = c.id
   CROSS JOIN invoice_payments p INDEXED BY invoice_payments_invoice ON p.invoice_id = i.id
   WHERE c.company_id = :company AND (c.id = :id OR c.merged_into_id = :id) AND i.number IS NOT NULL
   ORDER BY p.paid_on DESC, p.id DESC LIMIT 10`,
)
export type ClientPayment = RowOf<typeof payments>

/** The last ten payments on a client's invoices. */
export const listClientPayments = (ctx: CompanyContext, id: string): ClientPayment[] =>
  payments.all(ctx.db, { id, company: companyInScope(ctx, 'clients.read') })

const deals = sql(
  {
    params: { own: companies.id, client: companies.id },
    row: {
      ...columns(contracts, 'id', 'number', 'title', 'status', 'projectId'),
      projectTitle: nullable(projects.title),
    },
  },
  `SELECT k.id, k.number, k.title, k.status, k.project_id AS projectId, p.title AS projectTitle
   FROM contracts k LEFT JOIN projects p ON p.id = k.project_id
   WHERE k.provider_company_id = :own AND k.client_company_id = :client AND k.status <> 'draft' ORDER BY k.id DESC LIMIT 50`,
)
export type ClientDeal = RowOf<typeof deals>

const counterpart = sql(
  {
    params: { own: companies.id, id: clients.id },
    row: columns(companies, 'id'),
  },
  `SELECT o.id FROM clients c JOIN companies o ON o.id = c.linked_company_id WHERE c.id = :id AND c.company_id = :own
   UNION ALL
   SELECT o.id FROM clients c CROSS JOIN contracts k ON k.provider_company_id = :own AND k.activated_at IS NOT NULL
   JOIN companies o ON o.id = k.client_company_id AND o.business_id_disputed = 0 AND o.business_id = c.business_id
     AND (CASE o.country WHEN 'AX' THEN 'FI' ELSE o.country END) = (CASE c.country WHEN 'AX' THEN 'FI' ELSE c.country END)
   WHERE c.id = :id AND c.company_id = :own AND c.linked_company_id IS NULL LIMIT 1`,
)

/**
 * The company on the platform that a client is: one with which there was a contract, known by its invoices or by its business id. Nobody
 * else's business id finds anything, so that a record does not tell who is on the platform.
 */
export const findCounterpart = (ctx: CompanyContext, clientId: string): string | null =>
  counterpart.first(ctx.db, { own: ctx.company.id, id: clientId })?.id ?? null

/** The contracts with a client, as its provider, with their projects. */
export function listDeals(ctx: CompanyContext, clientId: string): ClientDeal[] {
  const own = companyInScope(ctx, 'contracts.read')
  const client = own ? findCounterpart(ctx, clientId) : null
  return client ? deals.all(ctx.db, { own, client }) : []
}
