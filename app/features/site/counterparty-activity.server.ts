import type { CompanyContext } from '#app/features/accounts/context.ts'
import { visibleToOwner } from '#app/features/bids/queries.server.ts'
import { columns, integer, list, oneOf, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/audit.ts'
import { sql } from '#db/sql.server.ts'
import type { ActivityRow } from './activity.server.ts'

/** Actions of other parties to a shared project, contract or invoice that the user may see. */
const actions = [
  'project.amend',
  'project.cancel',
  'project.close_bidding',
  'bid.submit',
  'bid.withdraw',
  'bid.reject',
  'bid.award',
  'contract.send',
  'contract.sign',
  'contract.decline',
  'contract.void',
  'contract.complete',
  'contract.terminate',
  'milestone.submit',
  'milestone.approve',
  'milestone.request_changes',
  'milestone.release',
  'milestone.dispute',
  'milestone.request_refund',
  'milestone.consent_refund',
  'milestone.refuse_refund',
  'milestone.cancel_refund',
  'invoice.issue',
  'invoice.send',
  'invoice.pay',
  'invoice.credit',
] as const

/** Only the newest subjects of each kind are searched, so that a large company's dashboard stays as fast as a small one's. */
const newest = 30

/**
 * The subjects that the company shares with others and may see. Bids on its projects count only once they are opened, and
 * projects of others only with a submitted bid of the company, so that sealed bids stay sealed.
 */
export const counterpartyActivity = sql(
  {
    params: { company: companies.id, actions: list(text), newest: integer, limit: integer },
    row: {
      ...columns(auditLog, 'seq', 'at'),
      action: oneOf(actions, auditLog.action),
      name: companies.name,
      title: text,
      to: text,
    },
  },
  `WITH shared_contracts(id, title) AS (
     SELECT id, title FROM (SELECT id, title FROM contracts INDEXED BY contracts_client
       WHERE client_company_id = :company AND status <> 'draft' ORDER BY id DESC LIMIT :newest)
     UNION SELECT id, title FROM (SELECT id, title FROM contracts INDEXED BY contracts_provider
       WHERE provider_company_id = :company AND status <> 'draft' ORDER BY id DESC LIMIT :newest)
   ), own_bids(id, project_id) AS (
     SELECT id, project_id FROM bids INDEXED BY bids_company
     WHERE company_id = :company AND status NOT IN ('draft', 'withdrawn') ORDER BY id DESC LIMIT :newest
   ), opened(id, title) AS (
     SELECT id, title FROM projects INDEXED BY projects_company_opened
     WHERE company_id = :company AND bids_opened_at IS NOT NULL ORDER BY bids_opened_at DESC LIMIT :newest
   ), shared(type, subject, title, target) AS (
     SELECT 'contract', id, title, '/contracts/' || id FROM shared_contracts
     UNION ALL
     SELECT 'milestone', m.id, m.title, '/escrow/' || m.contract_id
     FROM shared_contracts JOIN contract_milestones m ON m.contract_id = shared_contracts.id
     UNION ALL
     SELECT 'invoice', id, number, '/invoicing/' || id FROM (SELECT id, number FROM invoices INDEXED BY invoices_buyer
       WHERE buyer_company_id = :company AND status <> 'draft' ORDER BY id DESC LIMIT :newest)
     UNION ALL
     SELECT 'bid', own_bids.id, p.title, '/bids/' || own_bids.id
     FROM own_bids JOIN projects p ON p.id = own_bids.project_id
     UNION ALL
     SELECT 'project', p.id, p.title, '/projects/' || p.id
     FROM own_bids JOIN projects p ON p.id = own_bids.project_id
     UNION ALL
     SELECT 'bid', b.id, p.title, '/bids/' || b.id
     FROM opened JOIN projects p ON p.id = opened.id JOIN bids b ON b.project_id = p.id WHERE ${visibleToOwner}
   )
   SELECT a.seq, a.action, a.at, c.name, shared.title, shared.target AS "to"
   FROM shared
   CROSS JOIN audit_log a INDEXED BY audit_log_subject ON a.subject_type = shared.type AND a.subject_id = shared.subject
   JOIN companies c ON c.id = a.company_id
   WHERE a.company_id <> :company AND a.action IN (SELECT value FROM json_each(:actions))
   ORDER BY a.at DESC, a.seq DESC LIMIT :limit`,
)

/** The latest actions of other companies on what they share with the user's company. */
export function listCounterpartyActivity(ctx: CompanyContext, limit: number): ActivityRow[] {
  const { id: company } = ctx.company
  return counterpartyActivity.all(ctx.db, { company, actions, newest, limit })
}
