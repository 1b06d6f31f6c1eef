import type { CompanyContext } from '#app/features/accounts/context.ts'
import { visibleToOwner } from '#app/features/bids/queries.server.ts'
import { columns, integer, list, nullable, oneOf, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/audit.ts'
import { sql } from '#db/sql.server.ts'
import type { ActivityRow } from './activity.server.ts'
import { type ActivityAction, activityActions, shownActions } from './activity.ts'
import { actionsInScope } from './activity-scope.server.ts'
import { shownAction } from './activity-sql.server.ts'

/**
 * Whether the user may see an action of another party, or of the platform, to a shared project, contract or invoice. The hidden ones happen before
 * the subject is shared, or concern only the other party. Every action has to be decided here.
 */
const isShown: Record<ActivityAction, boolean> = {
  'project.create': false,
  'project.publish': false,
  'project.amend': true,
  'project.cancel': true,
  'project.close_bidding': true,
  'bid.submit': true,
  'bid.confirm': false,
  'bid.withdraw': true,
  'bid.shortlist': false,
  'bid.reject': true,
  'bid.award': true,
  'contract.draft': false,
  'contract.send': true,
  'contract.sign': true,
  'contract.decline': true,
  'contract.void': true,
  'contract.complete': true,
  'contract.terminate': true,
  'contract.claim_termination': true,
  'contract.remedy_termination': true,
  'contract.contest_termination': true,
  'contract.accept_termination': true,
  'contract.withdraw_termination': true,
  'contract.propose_change': true,
  'contract.accept_change': true,
  'contract.reject_change': true,
  'contract.withdraw_change': true,
  'contract.expire': true,
  'contract.release_retention': true,
  'contract.dispute_retention': true,
  'contract.resolve_retention': true,
  'milestone.fund': true,
  'milestone.submit': true,
  'milestone.approve': true,
  'milestone.request_changes': true,
  'milestone.release': true,
  'milestone.dispute': true,
  'milestone.resolve': true,
  'milestone.request_refund': true,
  'milestone.consent_refund': true,
  'milestone.refuse_refund': true,
  'milestone.cancel_refund': true,
  'invoice.issue': true,
  'invoice.send': true,
  'invoice.pay': true,
  'invoice.credit': true,
}
const actions = activityActions.filter((action) => isShown[action])

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
      action: oneOf(shownActions),
      name: nullable(companies.name),
      title: text,
      to: text,
    },
  },
  `WITH shared_contracts(id, title) AS (
     SELECT id, title FROM (SELECT id, title FROM contracts INDEXED BY contracts_client
       WHERE client_company_id = :company AND status <> 'draft' ORDER BY id DESC LIMIT :newest)
     UNION SELECT id, title FROM (SELECT id, title FROM contracts INDEXED BY contracts_provider
       WHERE provider_company_id = :company AND sent_at IS NOT NULL ORDER BY id DESC LIMIT :newest)
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
     FROM shared_contracts CROSS JOIN contract_milestones m ON m.contract_id = shared_contracts.id
     UNION ALL
     SELECT 'invoice', id, number, '/invoicing/' || id FROM (SELECT id, number FROM invoices INDEXED BY invoices_buyer
       WHERE buyer_company_id = :company AND status <> 'draft' ORDER BY id DESC LIMIT :newest)
     UNION ALL
     SELECT 'invoice', id, number, '/invoicing/' || id FROM (SELECT id, number FROM invoices INDEXED BY invoices_company
       WHERE company_id = :company AND status <> 'draft' ORDER BY id DESC LIMIT :newest)
     UNION ALL
     SELECT 'project', id, title, '/projects/' || id FROM opened
     UNION ALL
     SELECT 'bid', own_bids.id, p.title, '/bids/' || own_bids.id
     FROM own_bids CROSS JOIN projects p ON p.id = own_bids.project_id
     UNION ALL
     SELECT 'project', p.id, p.title, '/projects/' || p.id
     FROM own_bids CROSS JOIN projects p ON p.id = own_bids.project_id
     UNION ALL
     SELECT 'bid', b.id, p.title, '/bids/' || b.id
     FROM opened CROSS JOIN projects p ON p.id = opened.id CROSS JOIN bids b ON b.project_id = p.id WHERE ${visibleToOwner}
   )
   SELECT a.seq, ${shownAction} AS action, a.at,
     iif(a.action IN ('milestone.fund', 'milestone.resolve', 'contract.resolve_retention'), NULL, c.name) AS name, shared.title, shared.target AS "to"
   FROM shared
   CROSS JOIN audit_log a INDEXED BY audit_log_subject ON a.subject_type = shared.type AND a.subject_id = shared.subject
   LEFT JOIN companies c ON c.id = a.company_id
   WHERE a.company_id IS NOT :company AND a.action IN (SELECT value FROM json_each(:actions))
   ORDER BY a.at DESC, a.seq DESC LIMIT :limit`,
)

/** What other companies and the platform last did to what the company shares or issued; the platform has no name. */
export function listCounterpartyActivity(ctx: CompanyContext, limit: number): ActivityRow[] {
  const { id: company } = ctx.company
  return counterpartyActivity.all(ctx.db, { company, actions: actionsInScope(ctx, actions), newest, limit })
}
