import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import type { Right } from '#app/features/accounts/rights.ts'
import { actsOnProjects } from '#app/features/projects/members/role-on-project.server.ts'
import { scheduleRights } from '#app/features/valuations/schedule.ts'
import { valuationRights } from '#app/features/valuations/valuation.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { columns, integer, nullable, oneOf, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { sql } from '#db/sql.server.ts'

/** What one party asked of the other besides the steps of a contract, and what its own notice waits for, with the right that answering takes. */
const answerRights = {
  certifyWork: valuationRights.certify,
  answerSchedule: scheduleRights.accept,
  answerTermination: 'contracts.terminate',
  endTermination: 'contracts.terminate',
  stateCase: 'escrow.dispute',
  answerOffer: 'escrow.release',
  answerProposal: 'contracts.negotiate',
} as const satisfies Record<string, Right>
const answerKinds = Object.keys(answerRights) as (keyof typeof answerRights)[]

const ofParty = (party: 'client' | 'provider', statuses: string) =>
  `SELECT * FROM (SELECT id, '${party}' AS party FROM contracts INDEXED BY contracts_${party}_status
     WHERE ${party}_company_id = :company AND status IN (${statuses}) ORDER BY id DESC LIMIT :limit)`

const [open, over] = [`'draft', 'active'`, `'completed', 'terminated'`]

/**
 * A notice whose ground cannot be remedied has no day. Once the time to remedy it is over, the notice waits for whoever gave it, because time alone ends no
 * contract (CON-4); an offer of settlement that
 * has lapsed waits for nobody.
 */
export const asked = sql(
  {
    params: { company: companies.id, now: integer, today: text, limit: integer },
    row: {
      kind: oneOf(answerKinds),
      ...columns(contracts, 'projectId', 'title'),
      subject: nullable(text),
      to: text,
      at: nullable(integer),
      on: nullable(text),
    },
  },
  `WITH mine AS MATERIALIZED (SELECT s.party, c.id, c.project_id, c.title, c.status, c.retention_status
     FROM (${ofParty('client', open)} UNION ALL ${ofParty('provider', open)}
       UNION ALL ${ofParty('client', over)} UNION ALL ${ofParty('provider', over)}) s
     CROSS JOIN contracts c ON c.id = s.id)
   SELECT 'certifyWork' AS kind, mine.project_id AS projectId, mine.title, m.title AS subject, '/valuations/' || v.id AS "to", NULL AS at, NULL AS "on"
   FROM mine CROSS JOIN contract_milestones m ON m.contract_id = mine.id AND m.status IN ('funded', 'changes_requested')
     CROSS JOIN milestone_valuations v INDEXED BY milestone_valuations_claimed ON v.milestone_id = m.id AND v.status = 'claimed'
   WHERE mine.party = 'client' AND mine.status = 'active'
   UNION ALL
   SELECT 'answerSchedule', mine.project_id, mine.title, m.title, '/milestones/' || m.id || '/schedule', NULL, NULL
   FROM mine CROSS JOIN contract_milestones m ON m.contract_id = mine.id
     CROSS JOIN value_schedules v INDEXED BY value_schedules_proposed ON v.milestone_id = m.id AND v.status = 'proposed'
   WHERE mine.party = 'client' AND mine.status = 'active'
   UNION ALL
   SELECT 'answerTermination', mine.project_id, mine.title, NULL, '/contracts/' || mine.id || '/termination', nullif(t.remedy_until, t.claimed_at), NULL
   FROM mine CROSS JOIN contract_terminations t ON t.contract_id = mine.id AND t.status = 'claimed' AND t.claimant <> mine.party
   WHERE mine.status = 'active'
   UNION ALL
   SELECT 'endTermination', mine.project_id, mine.title, NULL, '/contracts/' || mine.id || '/termination', NULL, NULL
   FROM mine CROSS JOIN contract_terminations t ON t.contract_id = mine.id AND t.status IN ('claimed', 'remedied', 'contested')
     AND t.claimant = mine.party AND t.ground <> 'agreement' AND t.remedy_until <= :now
   WHERE mine.status = 'active'
   UNION ALL
   SELECT 'stateCase', mine.project_id, mine.title, m.title, '/disputes/' || coalesce(m.id, mine.id), NULL, min(e.answer_by)
   FROM mine CROSS JOIN dispute_entries e ON e.contract_id = mine.id AND e.asked IN ('both', mine.party)
     LEFT JOIN contract_milestones m ON m.id = e.milestone_id
   WHERE coalesce(m.status, mine.retention_status) = 'disputed' AND NOT EXISTS (SELECT 1 FROM dispute_entries a
     WHERE a.contract_id = e.contract_id AND a.milestone_id IS e.milestone_id AND a.id > e.id AND a.kind = 'statement' AND a.party = mine.party)
   GROUP BY mine.party, mine.id, m.id
   UNION ALL
   SELECT 'answerOffer', mine.project_id, mine.title, m.title, '/disputes/' || coalesce(m.id, mine.id), NULL, min(o.expires_on)
   FROM mine CROSS JOIN dispute_offers o ON o.contract_id = mine.id AND o.status = 'open' AND o.party <> mine.party AND o.expires_on >= :today
     LEFT JOIN contract_milestones m ON m.id = o.milestone_id
   WHERE coalesce(m.status, mine.retention_status) = 'disputed'
   GROUP BY mine.party, mine.id, m.id
   UNION ALL
   SELECT 'answerProposal', mine.project_id, mine.title, NULL, '/contracts/' || mine.id || '/negotiation', NULL, NULL
   FROM mine CROSS JOIN contract_negotiations n ON n.contract_id = mine.id
   WHERE mine.status = 'draft' AND (
     EXISTS (SELECT 1 FROM clause_comments p WHERE p.contract_id = mine.id AND p.status = 'open' AND p.party <> mine.party)
     OR EXISTS (SELECT 1 FROM payment_terms_proposals p WHERE p.contract_id = mine.id AND p.status = 'open' AND p.party <> mine.party))`,
)

/** What the other party, or the admin of a dispute, asked of the company and waits for, for those who may answer. */
export function listAsked(ctx: CompanyContext, limit: number) {
  const company = companyInScope(ctx, 'contracts.read')
  const rows = asked
    .all(ctx.db, { company, now: ctx.now, today: businessDay(ctx.now), limit })
    .filter(({ kind }) => can(ctx, answerRights[kind]))
  const acts = actsOnProjects(
    ctx,
    rows.map(({ projectId }) => projectId),
  )
  return rows
    .filter(({ kind, projectId }) => acts(projectId, answerRights[kind].startsWith('escrow.') ? 'escrow' : 'contracts'))
    .map(({ projectId: _, subject, title, ...row }) => ({ ...row, title: subject ? `${title}: ${subject}` : title }))
}
