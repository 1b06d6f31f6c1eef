import { eq } from 'drizzle-orm'
import type { Context, UserContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import { permittedActions } from '#app/features/accounts/require-right.server.ts'
import { awaitsHandover } from '#app/features/contracts/closing-days.server.ts'
import { hasEscrowContract } from '#app/features/contracts/counts.server.ts'
import { type DueDate, extensionsByMilestone } from '#app/features/contracts/due-dates/extensions.server.ts'
import { withinProject } from '#app/features/projects/members/role-on-project.server.ts'
import { columns, integer, nullable } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { deliverables, ledgerAccounts, ledgerPostings, milestoneEvents, milestones } from '#db/schema/escrow.ts'
import { files } from '#db/schema/files.ts'
import { projects } from '#db/schema/projects.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { ContractParty, ContractStatus } from '#db/vocabulary/contracts.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { LedgerAccountKind, LedgerPostingKind, MilestoneStatus, RetentionStatus } from '#db/vocabulary/escrow.ts'
import type { WorkVatCategory } from '#db/vocabulary/invoicing.ts'
import { postingsByContract } from './check-ledger.server.ts'
import { type EscrowEvent, listEndSteps, listEvents } from './history/list-events.server.ts'
import { type ContractPosition, contractPosition } from './ledger.ts'
import { pageSize } from './limits.ts'
import { autoApprovalAt, type MilestoneAction, type MilestoneRole } from './milestone.ts'
import { allowedActions, milestoneRights } from './milestone-actions.ts'
import { readsDispute } from './readable-file.server.ts'
import { type RetentionAction, retentionMachine, retentionRights } from './retention.ts'
import { type Settlement, settlementsByMilestone } from './settlements.server.ts'
import { findRole } from './transition-milestone.server.ts'

/** Whether the user has access to the escrow pages: parties to escrow contracts, and the admins, who record transfers. */
export function canSeeEscrow(ctx: UserContext): boolean {
  return isAdmin(ctx.actor.role) || hasEscrowContract(ctx)
}

export type EscrowListItem = {
  id: string
  number: string
  title: string
  status: ContractStatus
  currency: Currency
  clientName: string
  providerName: string
  clientCompanyId: string
  /** The sum to date, with the change orders agreed since. */
  grossCents: number
  position: ContractPosition
  retentionStatus: RetentionStatus | null
  /** The first milestone of an active contract that is not closed. */
  next: { title: string; status: MilestoneStatus; dueDate: string | null } | null
}

const escrowColumns = `c.id, c.number, c.title, c.status, c.currency, a.name AS clientName, b.name AS providerName,
  c.client_company_id AS clientCompanyId, (
    SELECT sum(amount_cents) FROM contract_milestones WHERE contract_id = c.id) AS grossCents,
  c.retention_status AS retentionStatus, n.title AS nextTitle, n.status AS nextStatus, coalesce(n.extended_due_date, n.due_date) AS nextDue`
const escrowJoins = `JOIN companies a ON a.id = c.client_company_id JOIN companies b ON b.id = c.provider_company_id
  LEFT JOIN contract_milestones n ON n.contract_id = c.id AND c.status = 'active' AND n.position = (
    SELECT min(position) FROM contract_milestones
    WHERE contract_id = c.id AND status NOT IN ('released', 'refunded', 'resolved'))`
const isEscrow = `c.payment_method = 'secure_escrow' AND c.activated_at IS NOT NULL`

const escrowRow = {
  ...columns(contracts, 'id', 'number', 'title', 'status', 'currency', 'clientCompanyId', 'retentionStatus'),
  grossCents: integer,
  clientName: companies.name,
  providerName: companies.name,
  nextTitle: nullable(milestones.title),
  nextStatus: nullable(milestones.status),
  nextDue: milestones.dueDate,
}
const sides = {
  client: `SELECT * FROM (SELECT * FROM contracts c INDEXED BY contracts_client_escrow WHERE c.client_company_id = :company AND ${isEscrow} ORDER BY c.id DESC LIMIT :end)`,
  provider: `SELECT * FROM (SELECT * FROM contracts c INDEXED BY contracts_provider_escrow
      WHERE c.provider_company_id = :company AND c.status <> 'draft' AND c.sent_at IS NOT NULL AND ${isEscrow} ORDER BY c.id DESC LIMIT :end)`,
}
const ofSides = (from: string) =>
  sql(
    { params: { company: companies.id, start: integer, end: integer }, row: escrowRow },
    `SELECT ${escrowColumns} FROM (${from} ORDER BY id DESC LIMIT ${pageSize} OFFSET :start) c ${escrowJoins} ORDER BY c.id DESC`,
  )
const ofParties = {
  both: ofSides(`${sides.client} UNION ALL ${sides.provider}`),
  client: ofSides(sides.client),
  provider: ofSides(sides.provider),
}
const ofEverybody = sql(
  { params: { start: integer }, row: escrowRow },
  `SELECT ${escrowColumns} FROM (
    SELECT * FROM contracts c INDEXED BY contracts_escrow WHERE ${isEscrow} ORDER BY c.id DESC LIMIT ${pageSize} OFFSET :start) c ${escrowJoins} ORDER BY c.id DESC`,
)

/** Active or ended escrow contracts, newest first: the company's own, on one side or either, or all of them for admins. */
export function listEscrow(ctx: UserContext, page: number, party: ContractParty | null = null): EscrowListItem[] {
  const start = (page - 1) * pageSize
  const rows = isAdmin(ctx.actor.role)
    ? ofEverybody.all(ctx.db, { start })
    : ofParties[party ?? 'both'].all(ctx.db, {
        company: companyInScope(ctx, 'escrow.read'),
        start,
        end: start + pageSize,
      })
  const postings = postingsByContract(
    ctx.db,
    rows.map((row) => row.id),
  )
  return rows.map(({ nextTitle, nextStatus, nextDue, ...row }) => ({
    ...row,
    position: contractPosition(postings.get(row.id) ?? []),
    next: nextTitle !== null && nextStatus ? { title: nextTitle, status: nextStatus, dueDate: nextDue } : null,
  }))
}

const escrowContract = sql(
  {
    params: { id: contracts.id },
    row: {
      ...columns(contracts, 'id', 'number', 'projectId', 'title', 'status', 'paymentMethod'),
      ...columns(contracts, 'currency', 'retentionBp'),
      ...columns(contracts, 'platformFeeBp', 'platformFeeBasis', 'retentionStatus'),
      ...columns(contracts, 'clientCompanyId', 'providerCompanyId'),
      clientName: companies.name,
      providerName: companies.name,
      timeZone: projects.timeZone,
    },
  },
  `SELECT c.id, c.number, c.project_id AS projectId, c.title, c.status, c.payment_method AS paymentMethod, c.currency, c.retention_bp AS retentionBp,
          c.platform_fee_bp AS platformFeeBp, c.platform_fee_basis AS platformFeeBasis, c.retention_status AS retentionStatus, c.client_company_id AS clientCompanyId, c.provider_company_id AS providerCompanyId,
          a.name AS clientName, b.name AS providerName, p.time_zone AS timeZone
   FROM contracts c JOIN companies a ON a.id = c.client_company_id JOIN companies b ON b.id = c.provider_company_id
   JOIN projects p ON p.id = c.project_id
   WHERE c.id = :id AND c.activated_at IS NOT NULL`,
)

export type EscrowContract = RowOf<typeof escrowContract>

export type EscrowMilestone = {
  id: string
  position: number
  title: string
  description: string
  netCents: number
  vatRateBp: number
  vatCategory: WorkVatCategory | null
  vatCents: number
  amountCents: number
  /** What payment certificates have released of it, in cents. */
  certifiedNetCents: number
  certifiedVatCents: number
  /** What refunds of a part have given back of it, in cents, and what the client asks back now; null for all that is held. */
  refundedNetCents: number
  refundedVatCents: number
  refundCents: number | null
  status: MilestoneStatus
  fundingReference: string | null
  submittedAt: number | null
  approvedAt: number | null
  /** When it is approved automatically, while it waits for the client and the contract is active. */
  autoApprovalAt: number | null
  /** When the clock releases it, if nobody answered and it was approved by the clock; null for what the client approved. */
  autoReleaseAt: number | null
  actions: MilestoneAction[]
} & DueDate

const milestone = {
  ...columns(milestones, 'id', 'position', 'title', 'description', 'netCents', 'vatRateBp', 'vatCents', 'amountCents'),
  ...columns(
    milestones,
    'vatCategory',
    'dueDate',
    'extendedDueDate',
    'status',
    'fundingReference',
    'submittedAt',
    'approvedAt',
  ),
  ...columns(milestones, 'autoReleaseAt', 'certifiedNetCents', 'certifiedVatCents'),
  ...columns(milestones, 'refundedNetCents', 'refundedVatCents', 'refundCents'),
}

export type EscrowDetail = {
  /** Whether the contract holds the retention until a handover that is still to be accepted. */
  awaitsHandover: boolean
  contract: EscrowContract
  /** The user's role in the contract. */
  role: MilestoneRole
  /** Whether the user may read what was delivered: the parties, and admins in a dispute (ESC-10). */
  readsFiles: boolean
  position: ContractPosition
  milestones: EscrowMilestone[]
  /** By milestone, how its money was divided; none while it is held. */
  settlements: Record<string, Settlement>
  /** When the retention was released or divided, UTC ms; null while it is held. */
  retentionReleasedAt: number | null
  /** The user's next steps with the retention, once the contract has ended with one. */
  retentionActions: RetentionAction[]
  events: EscrowEvent[]
  files: { id: string; milestoneId: string; name: string; size: number; note: string; submittedAt: number }[]
  postings: {
    id: string
    kind: LedgerPostingKind
    milestone: string | null
    at: number
    entries: { kind: LedgerAccountKind; amountCents: number }[]
  }[]
}

const filesOf = sql(
  {
    params: { id: contracts.id },
    row: { ...columns(files, 'id', 'name', 'size'), ...columns(deliverables, 'milestoneId', 'note', 'submittedAt') },
  },
  `SELECT f.id, d.milestone_id AS milestoneId, f.name, f.size, d.note, d.submitted_at AS submittedAt
   FROM contract_milestones m JOIN milestone_deliverables d ON d.milestone_id = m.id JOIN files f ON f.id = d.file_id
   WHERE m.contract_id = :id ORDER BY d.id DESC LIMIT 500`,
)

const retentionSettledAt = sql(
  { params: { id: contracts.id }, row: { at: nullable(integer) } },
  `SELECT min(at) AS at FROM ledger_postings
   WHERE contract_id = :id AND kind IN ('retention_release', 'retention_resolution')`,
)

/** A contract in force with its milestones, as seen by a party or an admin; null for everybody else. */
export function getEscrow(ctx: UserContext, contractId: string): EscrowDetail | null {
  const { db } = ctx
  const contract = escrowContract.first(db, { id: contractId })
  const role = contract && findRole(ctx, contract)
  if (!contract || !role || (role === 'admin' && contract.paymentMethod !== 'secure_escrow')) return null
  const own = withinProject(ctx, contract.projectId)
  const id = { id: contractId }
  const position = contractPosition(postingsByContract(db, [contractId]).get(contractId) ?? [])
  const ofContract = eq(milestones.contractId, contractId)
  const rows = db.select(milestone).from(milestones).where(ofContract).orderBy(milestones.position).all()
  const extensionsOf = extensionsByMilestone(db, contractId)
  return {
    contract,
    role,
    readsFiles: role !== 'admin' || readsDispute(ctx, contractId),
    position,
    milestones: rows.map((row) => withActions(own, { ...row, extensions: extensionsOf(row.id) }, contract, role)),
    settlements: settlementsByMilestone(db, contractId),
    awaitsHandover: awaitsHandover(db, contractId),
    retentionReleasedAt: retentionSettledAt.one(db, id).at,
    retentionActions: retentionActionsOf(own, contract, role, position),
    events: listEvents(db, id),
    files: filesOf.all(db, id),
    postings: listPostings(ctx, contractId),
  }
}

function withActions(
  ctx: Context,
  row: Omit<EscrowMilestone, 'autoApprovalAt' | 'actions'>,
  contract: EscrowContract,
  role: MilestoneRole,
): EscrowMilestone {
  const milestone = { ...row, paymentMethod: contract.paymentMethod, contractIsActive: contract.status === 'active' }
  const waits = milestone.contractIsActive && row.status === 'submitted' && row.submittedAt !== null
  const facts = { now: ctx.now, adminIsParty: role !== 'admin' }
  return {
    ...row,
    autoApprovalAt: waits ? autoApprovalAt(row.submittedAt ?? 0) : null,
    actions: permittedActions(ctx, allowedActions(milestone, role, facts), milestoneRights),
  }
}

/** Begins at the postings of the contract: joined the other way, SQLite reads every entry of a large ledger. */
const postingsOf = sql(
  {
    params: { contractId: contracts.id },
    row: {
      ...columns(ledgerPostings, 'id', 'kind', 'at'),
      milestone: nullable(milestones.title),
      account: ledgerAccounts.kind,
      amountCents: integer,
    },
  },
  `SELECT x.posting_id AS id, x.type AS kind, m.title AS milestone, x.created_at AS at, x.account, x.amount_cents AS amountCents
   FROM ledger_postings p CROSS JOIN escrow_transactions x ON x.posting_id = p.id LEFT JOIN contract_milestones m ON m.id = x.milestone_id
   WHERE p.contract_id = :contractId ORDER BY p.id DESC, x.transaction_id LIMIT 1000`,
)

/** The ledger of a contract in readable form (ESC-16). The caller has checked who asks. */
function listPostings(ctx: Context, contractId: string): EscrowDetail['postings'] {
  const rows = postingsOf.all(ctx.db, { contractId })
  const postings = new Map<string, EscrowDetail['postings'][number]>()
  for (const { account, amountCents, ...posting } of rows) {
    const known = postings.get(posting.id) ?? { ...posting, entries: [] }
    known.entries.push({ kind: account, amountCents })
    postings.set(posting.id, known)
  }
  return [...postings.values()]
}

export type MilestoneDetail = {
  milestone: EscrowMilestone
  contract: EscrowContract
  role: MilestoneRole
  /** The last dispute about it, also a resolved one. */
  dispute: Dispute | null
}

const disputeOf = sql(
  {
    params: { id: milestones.id },
    row: { ...columns(milestoneEvents, 'note', 'at'), actorName: nullable(users.name) },
  },
  `SELECT e.note, e.at, u.name AS actorName FROM milestone_events e LEFT JOIN users u ON u.id = e.actor_id
   WHERE e.milestone_id = :id AND e.action = 'dispute' ORDER BY e.id DESC LIMIT 1`,
)

/** One milestone, for the page of an action; null for strangers. */
export function getMilestone(ctx: UserContext, id: string): MilestoneDetail | null {
  const found = ctx.db
    .select({ ...milestone, contractId: milestones.contractId })
    .from(milestones)
    .where(eq(milestones.id, id))
    .get()
  if (!found) return null
  const { contractId, ...row } = found
  const contract = escrowContract.first(ctx.db, { id: contractId })
  const role = contract && findRole(ctx, contract)
  if (!contract || !role) return null
  const dispute = disputeOf.first(ctx.db, { id }) ?? null
  return {
    milestone: withActions(
      withinProject(ctx, contract.projectId),
      { ...row, extensions: extensionsByMilestone(ctx.db, contractId)(id) },
      contract,
      role,
    ),
    contract,
    role,
    dispute,
  }
}

export type RetentionDetail = {
  /** Whether the contract holds the retention until a handover that is still to be accepted. */
  awaitsHandover: boolean
  contract: EscrowContract
  role: MilestoneRole
  /** What is held as retention, in cents. */
  retentionCents: number
  actions: RetentionAction[]
  /** The last dispute about it, also a resolved one. */
  dispute: Dispute | null
}

/** Why one of the parties disputes a milestone or a retention (`note`), and since when (UTC ms). */
export type Dispute = { note: string | null; actorName: string | null; at: number }

/** The retention of a contract that has ended, for the pages of its actions; null for strangers, and where there is none. */
export function getRetention(ctx: UserContext, contractId: string): RetentionDetail | null {
  const contract = escrowContract.first(ctx.db, { id: contractId })
  const role = contract && findRole(ctx, contract)
  if (!contract?.retentionStatus || !role) return null
  const position = contractPosition(postingsByContract(ctx.db, [contractId]).get(contractId) ?? [])
  const { retentionCents } = position
  const actions = retentionActionsOf(withinProject(ctx, contract.projectId), contract, role, position)
  const disputed = listEndSteps(ctx.db, { id: contractId }).find(({ action }) => action === 'dispute_retention')
  return {
    ...{ contract, role, retentionCents, actions, dispute: disputed ?? null },
    awaitsHandover: awaitsHandover(ctx.db, contractId),
  }
}

function retentionActionsOf(
  ctx: Context,
  { retentionStatus }: EscrowContract,
  role: MilestoneRole,
  { heldCents, retentionCents }: ContractPosition,
): RetentionAction[] {
  if (!retentionStatus) return []
  const milestonesHeldCents = heldCents - retentionCents
  const facts = { heldCents: retentionCents, milestonesHeldCents, adminIsParty: role !== 'admin' }
  const allowed = retentionMachine.allowed(retentionStatus, role, facts).filter((action) => action !== 'settle')
  return permittedActions(ctx, allowed, retentionRights)
}
