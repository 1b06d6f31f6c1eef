import type { Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { withinProject } from '#app/features/projects/members/role-on-project.server.ts'
import { columns, oneOf } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { contracts, contractTerminations } from '#db/schema/contracts.ts'
import { projects } from '#db/schema/projects.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { contractParties } from '#db/vocabulary/contracts.ts'
import { isOpen, type TerminationAction, terminationMachine, terminationRight } from './termination.ts'

const latest = sql(
  {
    params: { contract: contracts.id, company: companies.id },
    row: {
      ...columns(contractTerminations, 'id', 'contractId', 'claimant', 'ground', 'facts', 'remedyUntil', 'status'),
      ...columns(contractTerminations, 'answer', 'claimedAt'),
      claimedBy: users.name,
      ...columns(contracts, 'projectId', 'number'),
      title: contracts.title,
      terms: contracts.terms,
      timeZone: projects.timeZone,
      contractStatus: contracts.status,
      party: oneOf(contractParties),
      clientName: companies.name,
      providerName: companies.name,
    },
  },
  `SELECT t.id, t.contract_id AS contractId, t.claimant, t.ground, t.facts, t.remedy_until AS remedyUntil, t.status, t.answer,
          t.claimed_at AS claimedAt, u.name AS claimedBy, c.project_id AS projectId, c.number, c.title, c.terms, c.status AS contractStatus,
          CASE WHEN c.client_company_id = :company THEN 'client' ELSE 'provider' END AS party,
          p.time_zone AS timeZone, a.name AS clientName, b.name AS providerName
   FROM contract_terminations t JOIN contracts c ON c.id = t.contract_id JOIN projects p ON p.id = c.project_id
   JOIN users u ON u.id = t.claimed_by
   JOIN companies a ON a.id = c.client_company_id JOIN companies b ON b.id = c.provider_company_id
   WHERE t.contract_id = :contract AND :company IN (c.client_company_id, c.provider_company_id)
   ORDER BY t.id DESC LIMIT 1`,
)

export type Termination = RowOf<typeof latest> & {
  role: 'claimant' | 'respondent'
  /** The other party's name. */
  other: string
  /** Whether it still stands, so that no other can be given. */
  isOpen: boolean
  /** Whether the time to remedy the ground has ended. */
  isDue: boolean
  /** The user's next steps. */
  actions: TerminationAction[]
}

/** The latest notice of termination of a contract, for its parties; null for everybody else, and without one. */
export function getTermination(ctx: Context, contractId: string): Termination | null {
  const row = latest.first(ctx.db, { contract: contractId, company: companyInScope(ctx, 'contracts.read') })
  if (!row) return null
  const role = row.claimant === row.party ? 'claimant' : 'respondent'
  const facts = { ...row, now: ctx.now, contractIsActive: row.contractStatus === 'active' }
  const actions = can(withinProject(ctx, row.projectId), terminationRight)
    ? terminationMachine.allowed(row.status, role, facts)
    : []
  const other = row.party === 'client' ? row.providerName : row.clientName
  return { ...row, role, other, isOpen: isOpen(row.status), isDue: ctx.now >= row.remedyUntil, actions }
}
