import { columns, integer, list, nullable, text } from '#db/fields.server.ts'
import { clients } from '#db/schema/clients.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { sql } from '#db/sql.server.ts'
import { type ClientSort, type ClientView, clientsPerPage } from './client-filter.ts'

const unpaid = 'max(0, i.gross_cents - i.paid_cents - i.credited_cents)'
/** What is payable, as `open_invoice_totals` counts it. */
const open = `CASE WHEN i.status IN ('issued','sent','partly_paid')
  THEN max(0, i.gross_cents - i.paid_cents - i.credited_cents - i.retained_cents) ELSE 0 END`

/** What a record and those merged into it were invoiced, by currency: every figure of a client comes from here. */
const sums = (which: string) => `sums AS MATERIALIZED (
  SELECT coalesce(c.merged_into_id, c.id) AS client, i.currency AS currency, sum(i.gross_cents - i.credited_cents) AS invoicedCents,
         sum(min(i.paid_cents, i.gross_cents - i.credited_cents)) AS paidCents, sum(${open}) AS openCents,
         coalesce(sum(${open}) FILTER (WHERE i.due_date < :overdueBefore), 0) AS overdueCents,
         min(i.due_date) FILTER (WHERE i.due_date < :overdueBefore AND ${open} > 0) AS overdueSince,
         sum(min(i.retained_cents, ${unpaid})) AS retainedCents
  FROM clients c CROSS JOIN invoices i INDEXED BY invoices_client ON i.client_id = c.id
  WHERE ${which} AND i.kind = 'invoice' AND i.status <> 'draft' GROUP BY 1, 2)`

/** The clients of a company with their money, and whether more is open than their limit in any currency. */
const money = `${sums('c.company_id = :company')},
money AS MATERIALIZED (
  SELECT client, json_group_array(json_object('currency', currency, 'openCents', openCents, 'overdueCents', overdueCents)) AS sums,
         max(openCents) AS most, min(overdueSince) AS overdueSince FROM sums GROUP BY client),
listed AS (
  SELECT c.*, m.sums AS sums, coalesce(m.most, 0) AS most, m.overdueSince AS overdueSince,
         EXISTS (SELECT 1 FROM json_each(c.credit_limits) l JOIN sums s ON s.client = c.id
           AND s.currency = json_extract(l.value, '$.currency') WHERE s.openCents > json_extract(l.value, '$.cents')) AS isOver
  FROM clients c LEFT JOIN money m ON m.client = c.id
  WHERE c.company_id = :company AND c.merged_into_id IS NULL AND instr(c.search_text, :q) > 0
    AND (:tag IS NULL OR EXISTS (SELECT 1 FROM json_each(c.tags) t WHERE lower(t.value) = lower(:tag))))`

const views: Record<ClientView, string> = {
  active: 'archived_at IS NULL',
  overdue: 'archived_at IS NULL AND overdueSince IS NOT NULL',
  over_limit: 'archived_at IS NULL AND isOver',
  archived: 'archived_at IS NOT NULL',
  all: '1',
}

/** What a list is sorted by, as text that compares like it, and the direction. */
const sorts: Record<ClientSort, { key: string; direction: 'ASC' | 'DESC' }> = {
  name: { key: `coalesce(sort_name, '')`, direction: 'ASC' },
  newest: { key: `printf('%015d', created_at)`, direction: 'DESC' },
  open: { key: `printf('%015d', most)`, direction: 'DESC' },
  overdue: { key: `coalesce(overdueSince, '9999')`, direction: 'ASC' },
}

const params = { company: clients.companyId, overdueBefore: text, q: text, tag: nullable(text) }
const sum = { currency: invoices.currency, openCents: integer, overdueCents: integer }

function listOf(view: ClientView, sort: ClientSort) {
  const { key, direction } = sorts[sort]
  const beyond = direction === 'ASC' ? '>' : '<'
  return sql(
    {
      params: { ...params, key: nullable(text), id: nullable(text) },
      row: {
        ...columns(clients, 'id', 'name', 'businessId', 'city', 'country', 'tags', 'archivedAt'),
        sums: nullable(list(sum)),
        isOver: integer,
        key: text,
      },
    },
    `WITH ${money}
     SELECT id, name, business_id AS businessId, city, country, tags, archived_at AS archivedAt, sums, isOver, ${key} AS "key" FROM listed
     WHERE ${views[view]} AND (:key IS NULL OR (${key}, id) ${beyond} (:key, :id))
     ORDER BY ${key} ${direction}, id ${direction} LIMIT ${clientsPerPage + 1}`,
  )
}

const listsOf = (view: ClientView) => ({
  name: listOf(view, 'name'),
  newest: listOf(view, 'newest'),
  open: listOf(view, 'open'),
  overdue: listOf(view, 'overdue'),
})

/** A page of the list, and one row more if there is another page. */
export const clientLists = {
  active: listsOf('active'),
  overdue: listsOf('overdue'),
  over_limit: listsOf('over_limit'),
  archived: listsOf('archived'),
  all: listsOf('all'),
}

const idsOf = (view: ClientView) =>
  sql(
    { params, row: columns(clients, 'id') },
    `WITH ${money} SELECT id FROM listed WHERE ${views[view]} ORDER BY sort_name, id`,
  )

/** The ids of all clients of a view, by name: at most 20,000 (`maxClients`). */
export const clientIds = {
  active: idsOf('active'),
  overdue: idsOf('overdue'),
  over_limit: idsOf('over_limit'),
  archived: idsOf('archived'),
  all: idsOf('all'),
}

/** Some clients with all that their records say, in the order of `ids`; without those that were merged into others. */
export const clientRecords = sql(
  {
    params: { company: clients.companyId, ids: list(clients.id) },
    row: {
      ...columns(clients, 'id', 'updatedAt', 'name', 'businessId', 'vatNumber', 'street', 'postalCode', 'city'),
      ...columns(clients, 'country', 'locale', 'email', 'phone', 'eScheme', 'eAddress', 'eOperator', 'contacts'),
      ...columns(clients, 'paymentTermDays', 'lateInterestBp', 'creditLimits', 'tags', 'notes', 'buysAs'),
    },
  },
  `SELECT c.id, c.updated_at AS updatedAt, c.name, c.business_id AS businessId, c.vat_number AS vatNumber, c.street, c.postal_code AS postalCode,
          c.city, c.country, c.locale, c.email, c.phone, c.e_scheme AS eScheme, c.e_address AS eAddress, c.e_operator AS eOperator, c.contacts,
          c.payment_term_days AS paymentTermDays, c.late_interest_bp AS lateInterestBp, c.credit_limits AS creditLimits, c.tags, c.notes,
          c.buys_as AS buysAs
   FROM json_each(:ids) j CROSS JOIN clients c ON c.id = j.value
   WHERE c.company_id = :company AND c.merged_into_id IS NULL ORDER BY j.key`,
)

/** How many clients each view has, for the same search and tag. */
export const clientCounts = sql(
  { params, row: { active: integer, overdue: integer, over_limit: integer, archived: integer, all: integer } },
  `WITH ${money}
   SELECT ${Object.entries(views)
     .map(([view, where]) => `count(*) FILTER (WHERE ${where}) AS "${view}"`)
     .join(', ')} FROM listed`,
)

/** The figures of one client by currency. */
export const clientSums = sql(
  {
    params: { id: clients.id, company: clients.companyId, overdueBefore: text },
    row: {
      ...sum,
      ...{ invoicedCents: integer, paidCents: integer, retainedCents: integer },
    },
  },
  `WITH ${sums('c.company_id = :company AND (c.id = :id OR c.merged_into_id = :id)')}
   SELECT currency, invoicedCents, paidCents, openCents, overdueCents, retainedCents FROM sums ORDER BY currency`,
)

const days = { d0: text, d30: text, d60: text, d90: text }

/** What is payable by one client, by how long it is overdue, as open items have it. */
export const clientAgeing = sql(
  {
    params: { id: clients.id, company: clients.companyId, ...days },
    row: {
      currency: invoices.currency,
      ...{ notDue: integer, to30: integer, to60: integer, to90: integer, over90: integer, total: integer },
    },
  },
  `SELECT currency, coalesce(sum(cents) FILTER (WHERE due >= :d0), 0) AS notDue,
          coalesce(sum(cents) FILTER (WHERE due < :d0 AND due >= :d30), 0) AS to30,
          coalesce(sum(cents) FILTER (WHERE due < :d30 AND due >= :d60), 0) AS to60,
          coalesce(sum(cents) FILTER (WHERE due < :d60 AND due >= :d90), 0) AS to90,
          coalesce(sum(cents) FILTER (WHERE due < :d90), 0) AS over90, sum(cents) AS total
   FROM (SELECT i.currency AS currency, i.due_date AS due, ${open} AS cents
         FROM clients c CROSS JOIN invoices i INDEXED BY invoices_client ON i.client_id = c.id
         WHERE c.company_id = :company AND (c.id = :id OR c.merged_into_id = :id) AND i.kind = 'invoice' AND i.status <> 'draft')
   WHERE cents > 0 GROUP BY currency ORDER BY currency`,
)
