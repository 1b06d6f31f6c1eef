import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { extendedHandoverDue, takenOverOn } from '#app/features/contracts/closing-days.server.ts'
import { findClosingTerms } from '#app/features/contracts/closing-terms.server.ts'
import { withinProject } from '#app/features/projects/members/role-on-project.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { columns, nullable, oneOf } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { contractSecurities, contractSecurityEvents, contracts } from '#db/schema/contracts.ts'
import { files } from '#db/schema/files.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { contractParties } from '#db/vocabulary/contracts.ts'
import {
  demandedUntil,
  lackOf,
  type SecurityAction,
  type SecurityStanding,
  securityMachine,
  securityRight,
  standingOf,
} from './security.ts'

const contractOf = sql(
  {
    params: { id: contracts.id, company: companies.id },
    row: {
      ...columns(contracts, 'id', 'projectId', 'number', 'title', 'currency', 'status', 'activatedAt'),
      party: oneOf(contractParties),
    },
  },
  `SELECT id, project_id AS projectId, number, title, currency, status, activated_at AS activatedAt,
          CASE WHEN client_company_id = :company THEN 'client' ELSE 'provider' END AS party
   FROM contracts WHERE id = :id AND activated_at IS NOT NULL AND :company IN (client_company_id, provider_company_id)`,
)

const recorded = sql(
  {
    params: { contract: contracts.id },
    row: {
      ...columns(contractSecurities, 'id', 'purpose', 'kind', 'guarantor', 'number', 'amountCents', 'validUntil'),
      ...columns(contractSecurities, 'status', 'fileId'),
      fileName: nullable(files.name),
    },
  },
  `SELECT s.id, s.purpose, s.kind, s.guarantor, s.number, s.amount_cents AS amountCents, s.valid_until AS validUntil,
          s.status, s.file_id AS fileId, f.name AS fileName
   FROM contract_securities s LEFT JOIN files f ON f.id = s.file_id WHERE s.contract_id = :contract ORDER BY s.id`,
)

const steps = sql(
  {
    params: { contract: contracts.id },
    row: {
      ...columns(contractSecurityEvents, 'id', 'securityId', 'action', 'day', 'person', 'amountCents', 'note', 'at'),
      by: users.name,
    },
  },
  `SELECT e.id, e.security_id AS securityId, e.action, e.day, e.person, e.amount_cents AS amountCents, e.note, e.at,
          u.name AS "by"
   FROM contract_security_events e JOIN contract_securities s ON s.id = e.security_id JOIN users u ON u.id = e.actor_id
   WHERE s.contract_id = :contract ORDER BY e.id`,
)

export type RecordedSecurity = RowOf<typeof recorded> & {
  standing: SecurityStanding
  steps: RowOf<typeof steps>[]
  /** What the user may record of it now. */
  actions: SecurityAction[]
}

/** The securities of a contract that both have signed, those demanded and those recorded, for its parties; null for everybody else. */
export function getSecurities(ctx: CompanyContext, contractId: string) {
  const contract = contractOf.first(ctx.db, { id: contractId, company: companyInScope(ctx, 'contracts.read') })
  const terms = contract && findClosingTerms(ctx.db, contractId)
  if (!contract || !terms) return null
  const mayRecord = can(withinProject(ctx, contract.projectId), securityRight)
  const today = businessDay(ctx.now)
  const all = steps.all(ctx.db, { contract: contractId })
  const securities: RecordedSecurity[] = recorded.all(ctx.db, { contract: contractId }).map((row) => ({
    ...row,
    standing: standingOf(row, today),
    steps: all.filter(({ securityId }) => securityId === row.id),
    actions: mayRecord ? securityMachine.allowed(row.status, contract.party) : [],
  }))
  const takenOver = takenOverOn(ctx.db, contractId)
  const handoverOn = takenOver ?? extendedHandoverDue(ctx.db, { id: contractId, handoverDue: terms.handoverDue })
  const demanded = terms.securities.map((term) => {
    const until = demandedUntil(term, handoverOn, terms.warrantyMonths)
    const own = securities.filter(({ purpose }) => purpose === term.purpose)
    // What was given back was demanded no longer, nor is anything after its last day.
    const isOver = takenOver !== null && until !== null && until < today
    const isDone = isOver || own.some(({ status }) => status === 'returned')
    const found = lackOf(term, own, until)
    return { ...term, until, isOver, givenCents: found.givenCents, lack: isDone ? null : found.lack }
  })
  return { contract, terms, demanded, securities, mayRecord }
}
