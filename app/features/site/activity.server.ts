import type { CompanyContext } from '#app/features/accounts/context.ts'
import { bidTitles } from '#app/features/bids/counts.server.ts'
import { contractTitles } from '#app/features/contracts/counts.server.ts'
import { milestoneTitles } from '#app/features/escrow/counts.server.ts'
import { invoiceTitles } from '#app/features/invoicing/counts.server.ts'
import { projectTitles } from '#app/features/projects/counts.server.ts'
import { columns, integer, list, oneOf, text } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/audit.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { activityActions, type ShownAction, shownActions } from './activity.ts'
import { actionsInScope } from './activity-scope.server.ts'
import { shownAction } from './activity-sql.server.ts'
import { listCounterpartyActivity } from './counterparty-activity.server.ts'

export type ActivityRow = {
  /** The sequence number of the audit row. */
  seq: number
  action: ShownAction
  at: number
  /** The person in the own company or the other company; null for the platform: its staff or its clock. */
  name: string | null
  /** The title of what was changed. */
  title: string
  to: string
}

/**
 * The latest activity on what the company owns or shares, newest first, from the audit trail: actions of its own people, and of
 * other companies on shared projects, contracts and invoices. Leaves out what the user may not see.
 */
export function listActivity(ctx: CompanyContext, limit = 10): ActivityRow[] {
  return [...listOwnActivity(ctx, limit), ...listCounterpartyActivity(ctx, limit)]
    .sort((a, b) => b.at - a.at || b.seq - a.seq)
    .slice(0, limit)
}

export const ownActivity = sql(
  {
    params: { company: companies.id, actions: list(text), limit: integer },
    row: {
      ...columns(auditLog, 'seq', 'at'),
      action: oneOf(shownActions),
      name: users.name,
      type: auditLog.subjectType,
      subject: auditLog.subjectId,
    },
  },
  `SELECT a.seq, ${shownAction} AS action, a.at, u.name, a.subject_type AS type, a.subject_id AS subject
   FROM audit_log a INDEXED BY audit_log_company JOIN users u ON u.id = a.actor_id
   WHERE a.company_id = :company AND a.action IN (SELECT value FROM json_each(:actions))
   ORDER BY a.at DESC, a.seq DESC LIMIT :limit`,
)

function listOwnActivity(ctx: CompanyContext, limit: number): ActivityRow[] {
  const rows = ownActivity.all(ctx.db, {
    company: ctx.company.id,
    actions: actionsInScope(ctx, activityActions),
    limit,
  })
  const ids = (type: string) => rows.filter((row) => row.type === type).map((row) => row.subject)
  const projects = projectTitles(ctx, ids('project'))
  const bids = bidTitles(ctx, ids('bid'))
  const contracts = contractTitles(ctx, ids('contract'))
  const milestones = milestoneTitles(ctx, ids('milestone'))
  const invoices = invoiceTitles(ctx, ids('invoice'))

  function place({ type, subject }: RowOf<typeof ownActivity>): { title: string | undefined; to: string } {
    if (type === 'project') return { title: projects.get(subject), to: `/projects/${subject}` }
    if (type === 'bid') return { title: bids.get(subject), to: `/bids/${subject}` }
    if (type === 'contract') return { title: contracts.get(subject), to: `/contracts/${subject}` }
    if (type === 'milestone') {
      const milestone = milestones.get(subject)
      return { title: milestone?.title, to: `/escrow/${milestone?.contractId}` }
    }
    return { title: invoices.get(subject), to: `/invoicing/${subject}` }
  }

  return rows.flatMap((row) => {
    const { title, to } = place(row)
    return title ? [{ seq: row.seq, action: row.action, at: row.at, name: row.name, title, to }] : []
  })
}
