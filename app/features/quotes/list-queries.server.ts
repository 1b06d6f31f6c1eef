import type { CompanyContext } from '#app/features/accounts/context.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import { columns, integer, text } from '#db/fields.server.ts'
import { clients } from '#db/schema/clients.ts'
import { quotes } from '#db/schema/quotes.ts'
import { sql } from '#db/sql.server.ts'
import type { QuoteState } from '#db/vocabulary/quotes.ts'
import { quoteState } from './quote.ts'
import { maxCounted, pageSize, type QuoteFilter } from './quote-filter.ts'

const row = {
  ...columns(quotes, 'id', 'status', 'number', 'version', 'title', 'buyerName', 'currency', 'netCents', 'grossCents'),
  ...columns(quotes, 'validUntil', 'createdAt'),
  invoicedCents: integer,
}

/** What stands of the invoices made from it, net: as `getInvoiced` counts it. */
const invoiced = `CASE q.status WHEN 'accepted' THEN (
  SELECT coalesce(sum(i.net_cents - (SELECT coalesce(sum(n.net_cents), 0) FROM invoices n WHERE n.credited_invoice_id = i.id)), 0)
  FROM quote_versions v JOIN quote_invoices m ON m.version_id = v.id JOIN invoices i ON i.id = m.invoice_id
  WHERE v.quote_id = q.id AND v.version = q.version AND i.status <> 'credited' AND i.currency = q.currency) ELSE 0 END`

const listed = `SELECT q.id, q.status, q.number, q.version, q.title, q.buyer_name AS buyerName, q.currency, q.net_cents AS netCents,
  q.gross_cents AS grossCents, q.valid_until AS validUntil, q.created_at AS createdAt, ${invoiced} AS invoicedCents`

const params = { company: quotes.companyId, today: text, q: text, offset: integer }

function listOf(state: QuoteState | null) {
  const conditions: Record<QuoteState, string> = {
    draft: `q.status = 'draft'`,
    sent: `q.status = 'sent' AND q.valid_until >= :today`,
    expired: `q.status = 'sent' AND q.valid_until < :today`,
    accepted: `q.status = 'accepted'`,
    declined: `q.status = 'declined'`,
    withdrawn: `q.status = 'withdrawn'`,
  }
  const index = state ? 'quotes_company_status' : 'quotes_company'
  const where = ['q.company_id = :company', ...(state ? [conditions[state]] : []), 'instr(q.search_text, :q) > 0']
  const from = `FROM quotes q INDEXED BY ${index} WHERE ${where.join(' AND ')}`
  return {
    list: sql({ params, row }, `${listed} ${from} ORDER BY q.id DESC LIMIT ${pageSize} OFFSET :offset`),
    count: sql(
      { params, row: { total: integer } },
      `SELECT count(*) AS total FROM (SELECT 1 ${from} LIMIT ${maxCounted + 1})`,
    ),
  }
}

const lists = {
  any: listOf(null),
  draft: listOf('draft'),
  sent: listOf('sent'),
  expired: listOf('expired'),
  accepted: listOf('accepted'),
  declined: listOf('declined'),
  withdrawn: listOf('withdrawn'),
}

/** A page of the quotes of the caller's company, newest first, and how many there are (at most a thousand are counted). */
export function listQuotes(ctx: CompanyContext, { state, q, page }: QuoteFilter) {
  const today = invoiceDay(ctx.now)
  const { list, count } = lists[state ?? 'any']
  const asked = { company: ctx.company.id, today, q: normalizeForSearch(q), offset: (page - 1) * pageSize }
  const { total } = count.one(ctx.db, asked)
  const rows = list.all(ctx.db, asked).map((quote) => ({ ...quote, state: quoteState(quote, today) }))
  return { rows, total: Math.min(total, maxCounted), isMore: total > maxCounted }
}

export type QuoteListRow = ReturnType<typeof listQuotes>['rows'][number]

const ofClient = sql(
  { params: { company: quotes.companyId, client: clients.id }, row },
  `${listed} FROM clients c CROSS JOIN quotes q INDEXED BY quotes_client ON q.client_id = c.id
   WHERE c.company_id = :company AND (c.id = :client OR c.merged_into_id = :client) ORDER BY q.id DESC LIMIT 20`,
)

/** The last twenty quotes to a client of the caller's company, and to those merged into it. */
export function listClientQuotes(ctx: CompanyContext, clientId: string): QuoteListRow[] {
  const today = invoiceDay(ctx.now)
  const found = ofClient.all(ctx.db, { company: ctx.company.id, client: clientId })
  return found.map((quote) => ({ ...quote, state: quoteState(quote, today) }))
}
