import type { Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { visibleToOwner } from '#app/features/bids/queries.server.ts'
import { columns, nullable, oneOf, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { bids } from '#db/schema/bids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { financialTransactions } from '#db/schema/finance.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { receivedInvoices } from '#db/schema/invoices/received-invoices.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import { contractParties } from '#db/vocabulary/contracts.ts'

/**
 * How many of the newest rows of a kind a search looks through on each side: those kinds have no full-text index, and a company with tens of
 * thousands of invoices must not read them all for each word.
 */
export const lookedThrough = 1_000
/** Of how many of the latest opened projects the received bids are looked through. */
const openedProjects = 200

const own = { company: companies.id }
const bidRow = { ...columns(bids, 'id', 'status'), title: projects.title, party: companies.name }

const sentBids = sql(
  { params: own, row: bidRow },
  `SELECT b.id, b.status, p.title, c.name AS party FROM bids b INDEXED BY bids_company
   CROSS JOIN projects p ON p.id = b.project_id CROSS JOIN companies c ON c.id = p.company_id
   WHERE b.company_id = :company ORDER BY b.id DESC LIMIT ${lookedThrough}`,
)

/** Bids on the company's projects, once they are opened (BID-1). */
const receivedBids = sql(
  { params: own, row: bidRow },
  `SELECT b.id, b.status, p.title, c.name AS party FROM (
     SELECT id, title, bids_opened_at FROM projects INDEXED BY projects_company_opened
     WHERE company_id = :company AND bids_opened_at IS NOT NULL ORDER BY bids_opened_at DESC LIMIT ${openedProjects}) p
   CROSS JOIN bids b ON b.project_id = p.id AND ${visibleToOwner}
   CROSS JOIN companies c ON c.id = b.company_id LIMIT ${lookedThrough}`,
)

/** The company's bids, newest first, and those that it has received. Amounts are not read. */
export const bidsToSearch = (ctx: Context) => {
  const company = companyInScope(ctx, 'bids.read')
  return [sentBids.all(ctx.db, { company }), receivedBids.all(ctx.db, { company })]
}

const side = (mine: 'client' | 'provider', theirs: 'client' | 'provider', condition: string) =>
  sql(
    {
      params: own,
      row: {
        ...columns(contracts, 'id', 'number', 'title', 'status'),
        side: oneOf(contractParties),
        party: companies.name,
      },
    },
    `SELECT c.id, c.number, c.title, c.status, '${mine}' AS side, o.name AS party FROM contracts c INDEXED BY contracts_${mine}
     CROSS JOIN companies o ON o.id = c.${theirs}_company_id
     WHERE c.${mine}_company_id = :company ${condition} ORDER BY c.id DESC LIMIT ${lookedThrough}`,
  )
const asClient = side('client', 'provider', '')
const asProvider = side('provider', 'client', 'AND c.sent_at IS NOT NULL')

/** The company's contracts on each side, newest first. */
export const contractsToSearch = (ctx: Context) => {
  const company = companyInScope(ctx, 'contracts.read')
  return [asClient.all(ctx.db, { company }), asProvider.all(ctx.db, { company })]
}

const issued = sql(
  { params: own, row: { ...columns(invoices, 'id', 'number', 'status'), party: nullable(text) } },
  `SELECT id, number, status, json_extract(buyer, '$.name') AS party FROM invoices INDEXED BY invoices_company
   WHERE company_id = :company ORDER BY id DESC LIMIT ${lookedThrough}`,
)
const throughGroundwork = sql(
  { params: own, row: { ...columns(invoices, 'id', 'number', 'status'), party: nullable(text) } },
  `SELECT id, number, status, json_extract(seller, '$.name') AS party FROM invoices INDEXED BY invoices_buyer
   WHERE buyer_company_id = :company AND status <> 'draft' ORDER BY id DESC LIMIT ${lookedThrough}`,
)
const asFiles = sql(
  {
    params: own,
    row: { ...columns(receivedInvoices, 'id', 'number', 'status'), party: receivedInvoices.supplierName },
  },
  `SELECT id, number, status, supplier_name AS party FROM received_invoices INDEXED BY received_invoices_company
   WHERE company_id = :company LIMIT ${lookedThrough}`,
)

/** The invoices of the company, those it received through Groundwork, and those it received as files. */
export const invoicesToSearch = (ctx: Context) => {
  const company = companyInScope(ctx, 'invoices.read')
  return {
    issued: issued.all(ctx.db, { company }),
    received: throughGroundwork.all(ctx.db, { company }),
    files: asFiles.all(ctx.db, { company }),
  }
}

const booked = sql(
  { params: own, row: columns(financialTransactions, 'id', 'day', 'counterparty', 'text', 'reference') },
  `SELECT id, day, counterparty, text, reference FROM financial_transactions INDEXED BY financial_transactions_company
   WHERE company_id = :company ORDER BY day DESC, id DESC LIMIT ${lookedThrough}`,
)

/** The latest rows of the company's books. */
export const transactionsToSearch = (ctx: Context) =>
  booked.all(ctx.db, { company: companyInScope(ctx, 'financials.read') })
