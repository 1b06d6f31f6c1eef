import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { buyerDeducts } from '#app/features/finance/buyer-deducts.ts'
import type { Entry } from '#app/features/finance/entries.server.ts'
import { listOpenReceived } from '#app/features/finance/received-entries.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { finnishVatRates } from '#app/platform/finnish-vat.ts'
import { percentageOf } from '#app/platform/money.ts'
import { boolean, columns, integer } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { sql } from '#db/sql.server.ts'

/** What closed with less than its sum was given back, so nothing more is due for it. */
const givenBack = `('refunded', 'resolved')`

/**
 * The contracts of one side that are in force or have ended: what is agreed, change orders among it, and what of it was paid, without VAT unless the client
 * does not deduct it. Of a contract that
 * was terminated only approved work is owed, and of one that has ended in escrow only what is retained.
 */
function agreedOf(side: 'client' | 'provider') {
  const company = `${side}_company_id`
  const rowSign = side === 'client' ? -1 : 1
  const isWhole = side === 'client' ? `NOT ${buyerDeducts(':company', 'c.project_id')}` : '0'
  const paid = (gross: string, net: string, whole: string) =>
    `iif(${isWhole}, ${gross}, CAST(round(1.0 * ${gross} * ${net} / ${whole}) AS INTEGER))`
  return sql(
    {
      params: { company: companies.id },
      row: {
        ...columns(contracts, 'projectId', 'currency'),
        ...{ agreedCents: integer, paidCents: integer, owesTax: boolean },
      },
    },
    `SELECT c.project_id AS projectId, c.currency,
       ${isWhole} AND EXISTS (SELECT 1 FROM contract_milestones m WHERE m.contract_id = c.id AND m.vat_cents = 0 AND m.vat_category IN ('AE', 'K')) AS owesTax,
       coalesce((SELECT sum(CASE WHEN m.status IN ${givenBack} THEN 0
                   WHEN c.status <> 'terminated' OR m.status = 'released' THEN m.net_cents - m.refunded_net_cents + iif(${isWhole}, m.vat_cents - m.refunded_vat_cents, 0)
                   ELSE m.certified_net_cents + iif(${isWhole}, m.certified_vat_cents, 0) END) FROM contract_milestones m WHERE m.contract_id = c.id), 0) AS agreedCents,
       CASE c.payment_method WHEN 'secure_escrow' THEN
         coalesce((SELECT sum(${paid('-x.gross', 'x.net', 'x.whole')}) FROM (
           SELECT sum(e.amount_cents) AS gross, coalesce(m.net_cents, c.net_cents) AS net, coalesce(m.amount_cents, c.gross_cents) AS whole
           FROM ledger_postings p CROSS JOIN ledger_entries e ON e.posting_id = p.id
           CROSS JOIN ledger_accounts a ON a.id = e.account_id AND a.kind IN ('provider_payable', 'platform_fee')
           LEFT JOIN contract_milestones m ON m.id = p.milestone_id
           WHERE p.contract_id = c.id AND p.kind IN ('release', 'retention_release') AND coalesce(m.status, '') NOT IN ${givenBack}
           GROUP BY p.id) x WHERE x.whole > 0), 0)
       ELSE
         coalesce((SELECT sum(${paid('paid', 'net', 'gross')}) FROM (
           SELECT i.gross_cents AS gross, i.gross_cents - i.vat_cents AS net,
             max(i.paid_cents, coalesce((SELECT ${rowSign} * sum(t.amount_cents) FROM financial_transactions t INDEXED BY financial_transactions_invoice
               WHERE t.invoice_id = i.id AND t.company_id = :company AND t.status = 'posted'), 0)) AS paid
           FROM invoices i INDEXED BY invoices_company
           WHERE i.company_id = c.provider_company_id AND i.contract_id = c.id AND i.kind = 'invoice' AND i.gross_cents > 0 AND i.status <> 'draft')), 0)
       END AS paidCents
     FROM contracts c WHERE c.${company} = :company AND c.status IN ('active', 'completed', 'terminated')
       AND (c.payment_method <> 'secure_escrow' OR c.status = 'active' OR c.retention_status IN ('held', 'disputed'))`,
  )
}
const agreed = { client: agreedOf('client'), provider: agreedOf('provider') }

/** The tax that a client will owe to the state instead of its provider, in cents, at the standard rate of the day: what it is on the day of payment nobody knows yet. */
const ownTaxOn = (cents: number, day: string): number => percentageOf(cents, finnishVatRates(day)?.standard ?? 0)

/**
 * What the company has agreed on and not paid or received yet, as entries without a month, and without VAT that is deducted: the rest of its contracts with their
 * change orders, as the client's expense (with the tax that it owes itself under a reverse charge and does not deduct, FIN-6) or the provider's income, and what is open of approved invoices of suppliers.
 */
export function listCommitted(ctx: CompanyContext): Entry[] {
  const company = companyInScope(ctx, 'contracts.read')
  const ofContracts = (['client', 'provider'] as const).flatMap((side) =>
    agreed[side].all(ctx.db, { company }).map(({ projectId, currency, agreedCents, paidCents, owesTax }): Entry => {
      const net = Math.max(0, agreedCents - paidCents)
      const rest = owesTax ? net + ownTaxOn(net, businessDay(ctx.now)) : net
      const what = { month: '', projectId, ownCategoryId: null, currency, vatCents: 0 }
      return side === 'client'
        ? { ...what, category: 'subcontractors', grossCents: -rest }
        : { ...what, category: 'sales', grossCents: rest }
    }),
  )
  return [...ofContracts, ...listOpenReceived(ctx)].filter(({ grossCents }) => grossCents !== 0)
}
