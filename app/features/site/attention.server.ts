import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import type { Right } from '#app/features/accounts/rights.ts'
import { listApprovalsToDecide } from '#app/features/approvals/queries.server.ts'
import { stillToPay } from '#app/features/bank/arrivals.ts'
import { waitingPayments } from '#app/features/bank/suspense.server.ts'
import { listOwnBidDeadlines, listUnconfirmedBids, listUndecided } from '#app/features/bids/counts.server.ts'
import { contractSteps, type StepKind, sortSteps } from '#app/features/contract-steps/contract-step.ts'
import { autoApprovalAt } from '#app/features/escrow/milestone.ts'
import { finalAccountRight } from '#app/features/final-accounts/final-account.ts'
import { listGroupsToDecide } from '#app/features/groups/group-queries.server.ts'
import { handoverRight } from '#app/features/handover/handover.ts'
import { listOpenInvitations } from '#app/features/invitations/queries.server.ts'
import { listInvoicesWaiting } from '#app/features/invoicing/counts.server.ts'
import { newInvoicePath } from '#app/features/invoicing/invoice-path.ts'
import { listReleasedToInvoice } from '#app/features/invoicing/queries.server.ts'
import { accountToMend } from '#app/features/payouts/payable.server.ts'
import { actsOnProjects } from '#app/features/projects/members/role-on-project.server.ts'
import { listReceivedWaiting } from '#app/features/received-invoices/counts.server.ts'
import { securityRight } from '#app/features/securities/security.ts'
import { endingOf } from '#app/features/team/bank-account.server.ts'
import { mandateRefusal, type Stake } from '#app/features/team/mandate.ts'
import { getMandates } from '#app/features/team/mandates.server.ts'
import { listUnanswered } from '#app/features/tenders/queries.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { columns, integer, list, oneOf } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contractSignatures, contracts } from '#db/schema/contracts.ts'
import { changeOrders, milestones } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'
import { contractParties } from '#db/vocabulary/contracts.ts'
import type { ReceivedInvoiceStatus } from '#db/vocabulary/received-invoices.ts'
import { listAsked } from './answers.server.ts'
import { type ClosingFacts, closingFactsOf } from './closing-facts.server.ts'

/** What a contract can wait for that the list names, with the right that it takes. Sending a draft and calling a handover stand on the contract's own page. */
const contractKinds = {
  sign: 'contracts.sign',
  answerChange: 'contracts.change',
  signHandover: handoverRight,
  signFinalAccount: finalAccountRight,
  answerHandover: handoverRight,
  answerFinalAccount: finalAccountRight,
  fixDefects: handoverRight,
  acceptDefects: handoverRight,
  giveSecurity: securityRight,
  receiveSecurity: securityRight,
  returnSecurity: securityRight,
  answerRefund: 'escrow.answerRefund',
  approve: 'escrow.approve',
  release: 'escrow.release',
  releaseRetention: 'escrow.release',
  deliver: 'escrow.submit',
  payIn: 'escrow.fund',
  writeHandover: handoverRight,
  beginFinalAccount: finalAccountRight,
  writeFinalAccount: finalAccountRight,
} as const satisfies Partial<Record<StepKind, Right>>
type ContractKind = keyof typeof contractKinds

/** What either party can begin or write when it likes: nobody waits for an answer, so that it stands last. */
const laterKinds: readonly string[] = [
  'writeHandover',
  'beginFinalAccount',
  'writeFinalAccount',
] satisfies ContractKind[]

type OwnKind =
  | ReturnType<typeof listAsked>[number]['kind']
  | 'decide'
  | 'invitation'
  | 'questions'
  | 'draftBid'
  | 'confirmBid'
  | 'payInvoice'
  | 'overdueInvoice'
  | 'invoice'
  | 'award'
  | 'checkReceived'
  | 'approveReceived'
  | 'joinRequests'
  | 'heldMessages'
  | 'enterAccount'
  | 'checkAccount'

/** `isStep`: it is a step of a contract, which has its name there. */
export type Waiting = ({ isStep: true; kind: ContractKind } | { isStep: false; kind: OwnKind }) & {
  /** What it is about, as people call it. */
  title: string
  /** Where it is done. */
  to: string
  /** Until when: a moment (UTC ms), a day (`YYYY-MM-DD`), or neither. */
  at: number | null
  on: string | null
  timeZone: string | null
}

/** Of each kind, and of the running and of the completed contracts of each side, the newest. */
const most = 100

const running = sql(
  {
    params: { company: companies.id, limit: integer },
    row: {
      party: oneOf(contractParties),
      ...columns(
        contracts,
        'id',
        'projectId',
        'number',
        'title',
        'status',
        'paymentMethod',
        'expiresAt',
        'retentionStatus',
      ),
      signatures: list(columns(contractSignatures, 'party')),
      milestones: list(
        columns(
          milestones,
          'id',
          'position',
          'title',
          'status',
          'amountCents',
          'fundingReference',
          'dueDate',
          'extendedDueDate',
          'submittedAt',
          'autoReleaseAt',
        ),
      ),
      proposed: list(columns(changeOrders, 'id', 'number', 'title', 'proposer')),
    },
  },
  `SELECT s.party, c.id, c.project_id AS projectId, c.number, c.title, c.status, c.payment_method AS paymentMethod, c.expires_at AS expiresAt, c.retention_status AS retentionStatus,
     (SELECT json_group_array(json_object('party', g.party)) FROM contract_signatures g WHERE g.contract_id = c.id) AS signatures,
     (SELECT json_group_array(json_object('id', m.id, 'position', m.position, 'title', m.title, 'status', m.status,
        'amountCents', m.amount_cents, 'fundingReference', m.funding_reference, 'dueDate', m.due_date, 'extendedDueDate', m.extended_due_date, 'submittedAt', m.submitted_at, 'autoReleaseAt', m.auto_release_at) ORDER BY m.position)
      FROM contract_milestones m WHERE m.contract_id = c.id) AS milestones,
     (SELECT json_group_array(json_object('id', o.id, 'number', o.number, 'title', o.title, 'proposer', o.proposer))
      FROM change_orders o WHERE o.contract_id = c.id AND o.status = 'proposed') AS proposed
   FROM (SELECT * FROM (SELECT id, 'client' AS party FROM contracts INDEXED BY contracts_client_status
           WHERE client_company_id = :company AND status IN ('sent', 'partially_signed', 'active') ORDER BY id DESC LIMIT :limit)
         UNION ALL
         SELECT * FROM (SELECT id, 'provider' AS party FROM contracts INDEXED BY contracts_provider_status
           WHERE provider_company_id = :company AND status IN ('sent', 'partially_signed', 'active') ORDER BY id DESC LIMIT :limit)
         UNION ALL
         SELECT * FROM (SELECT id, 'client' AS party FROM contracts INDEXED BY contracts_client_status
           WHERE client_company_id = :company AND status = 'completed' ORDER BY id DESC LIMIT :limit)
         UNION ALL
         SELECT * FROM (SELECT id, 'provider' AS party FROM contracts INDEXED BY contracts_provider_status
           WHERE provider_company_id = :company AND status = 'completed' ORDER BY id DESC LIMIT :limit)) s
   CROSS JOIN contracts c ON c.id = s.id`,
)

/**
 * What waits for the actor, by the rights they have: what the other party waits for first, then what is due first. It decides nothing: each page
 * asks its own rules again.
 */
export function listWaiting(ctx: CompanyContext): Waiting[] {
  const today = businessDay(ctx.now)
  const moment = (kind: OwnKind, title: string, to: string, at: number, timeZone: string | null = null) => ({
    isStep: false as const,
    ...{ kind, title, to, at, on: null, timeZone },
  })
  const day = (kind: OwnKind, title: string, to: string, on: string | null = null) => ({
    isStep: false as const,
    ...{ kind, title, to, at: null, on, timeZone: null },
  })
  const all: Waiting[] = [
    ...ofContracts(ctx),
    ...listAsked(ctx, most).map((row) => ({ ...row, isStep: false as const, timeZone: null })),
    ...ofBankAccount(ctx).map(({ kind, iban }) =>
      day(kind, iban ? `… ${endingOf(iban)}` : ctx.company.name, '/company-settings/bank-account'),
    ),
    ...listApprovalsToDecide(ctx, most).map(({ id, title, expiresAt }) =>
      moment('decide', title, `/approvals/${id}`, expiresAt),
    ),
    ...ofQuestions(ctx).map(({ id, title, at, timeZone }) =>
      moment('questions', title, `/projects/${id}`, at, timeZone),
    ),
    ...listOpenInvitations(ctx, most).map(({ title, bidDeadline, timeZone }) =>
      moment('invitation', title, '/invitations', bidDeadline, timeZone),
    ),
    ...(can(ctx, 'bids.submit') ? listOwnBidDeadlines(ctx, most, false) : []).map(({ id, title, at, timeZone }) =>
      moment('draftBid', title, `/bids/${id}`, at, timeZone),
    ),
    ...(can(ctx, 'bids.confirm') ? listUnconfirmedBids(ctx, most) : []).map(({ id, title, at, timeZone }) =>
      moment('confirmBid', title, `/bids/${id}`, at, timeZone),
    ),
    ...ofAwards(ctx).map(({ id, title }) => day('award', title, `/projects/${id}/bids`)),
    ...listInvoicesWaiting(ctx, today, most).map(({ id, number, on, direction }) =>
      day(direction === 'out' ? 'overdueInvoice' : 'payInvoice', number, `/invoicing/${id}`, on),
    ),
    ...ofReceived(ctx).map(({ kind, id, supplierName, number, dueDate }) =>
      day(kind, `${supplierName}: ${number}`, `/invoicing/received/${id}`, dueDate),
    ),
    ...listReleasedToInvoice(ctx, most).map((part) =>
      day('invoice', `${part.contractTitle}: ${part.title}`, newInvoicePath(part)),
    ),
    ...(can(ctx, 'groups.manage') ? listGroupsToDecide(ctx, most) : []).map(({ kind, id, name }) =>
      day(kind, name, kind === 'joinRequests' ? `/messages/${id}/details` : `/messages/${id}`),
    ),
  ]
  return all.sort((a, b) => timeOf(a) - timeOf(b))
}

/** A whole day counts from its first moment. What has no day is an answer or money that the other party waits for, or money of one's own to invoice, and comes first. */
function timeOf({ kind, at, on }: Waiting): number {
  if (laterKinds.includes(kind)) return Number.MAX_SAFE_INTEGER
  return at ?? (on === null ? 0 : Date.parse(on))
}

/** Money that cannot reach the company, for those who may change its bank account. */
function ofBankAccount(ctx: CompanyContext) {
  const found = can(ctx, 'company.changeBankAccount') ? accountToMend(ctx) : null
  return found ? [found] : []
}

function ofQuestions(ctx: CompanyContext) {
  if (!can(ctx, 'projects.amend')) return []
  const asked = listUnanswered(ctx, most)
  const acts = actsOnProjects(
    ctx,
    asked.map(({ id }) => id),
  )
  return asked.filter(({ id }) => acts(id, 'projects'))
}

function ofAwards(ctx: CompanyContext) {
  if (!can(ctx, 'bids.award') || !can(ctx, 'projects.read')) return []
  const open = listUndecided(ctx, most)
  const acts = actsOnProjects(
    ctx,
    open.map(({ id }) => id),
  )
  return open.filter(({ id }) => acts(id, 'bids'))
}

const receivedKinds: Record<ReceivedInvoiceStatus, OwnKind | null> = {
  ...{ received: 'checkReceived', checked: 'approveReceived', approved: 'payInvoice' },
  ...{ paid: null, refused: null },
}

/** Invoices from outside, for those who may check and pay them, and for those whose mandate covers approving them. */
function ofReceived(ctx: CompanyContext) {
  const [mayRecord, mayApprove] = [can(ctx, 'payables.record'), can(ctx, 'payables.approve')]
  if (!mayRecord && !mayApprove) return []
  const mandates = getMandates(ctx.db, ctx.company.id, ctx.actor.id)
  const covers = (stake: Stake) => mayApprove && mandates !== null && mandateRefusal(mandates.payables, stake) === null
  return listReceivedWaiting(ctx, most).flatMap(({ status, grossCents: amountCents, currency, ...row }) => {
    if (status === 'checked' ? !covers({ amountCents, currency }) : !mayRecord) return []
    const kind = receivedKinds[status]
    return kind ? [{ ...row, kind }] : []
  })
}

const none: ClosingFacts = { handover: null, securities: null, finalAccount: null }

/** When silence does what a step of a milestone waits for (UTC ms); null where no clock runs. */
function clockOf(
  kind: StepKind,
  milestone: { submittedAt: number | null; autoReleaseAt: number | null } | undefined,
): number | null {
  if (kind === 'release') return milestone?.autoReleaseAt ?? null
  return kind === 'approve' && milestone?.submittedAt ? autoApprovalAt(milestone.submittedAt) : null
}

function ofContracts(ctx: CompanyContext): Waiting[] {
  const company = companyInScope(ctx, 'contracts.read')
  const allowed = Object.entries(contractKinds).flatMap(([kind, right]) => (can(ctx, right) ? [kind] : []))
  const rows = running.all(ctx.db, { company, limit: most })
  const acts = actsOnProjects(
    ctx,
    rows.map(({ projectId }) => projectId),
  )
  const done = rows.flatMap(({ id, status }) => (status === 'active' || status === 'completed' ? [id] : []))
  const closing = closingFactsOf(ctx.db, done, businessDay(ctx.now))
  // What has arrived for a milestone and waits to be booked: its client is not asked to pay it again.
  const paying = rows.flatMap(({ id, party, status, milestones: stages }) =>
    party === 'client' && status === 'active' && stages.some((one) => one.status === 'planned') ? [id] : [],
  )
  const payments = allowed.includes('payIn') ? waitingPayments(ctx.db, paying) : []
  const isPaidIn = (one: Parameters<typeof stillToPay>[0] & { status: string }) =>
    one.status === 'planned' && stillToPay(one, payments) === 0
  return rows.flatMap(({ party, proposed, title, projectId, milestones: stages, ...contract }) => {
    const proposedChanges = proposed.map(({ number, ...change }) => ({ ...change, name: changeOrderName(number) }))
    const steps = contractSteps({
      contract: {
        ...contract,
        actions: [],
        milestones: stages.map((one) => ({ ...one, isPaidIn: party === 'client' && isPaidIn(one) })),
      },
      proposedChanges,
      ...(closing.get(contract.id) ?? none),
    })
    const mine = sortSteps(steps, party).mine
    // Securities of two purposes are given on one page.
    const once = mine.filter((one, at) => mine.findIndex(({ kind, to }) => kind === one.kind && to === one.to) === at)
    return once.flatMap(({ kind, to, subject, dueOn, dueAt }) => {
      if (!allowed.includes(kind)) return []
      if (!acts(projectId, contractKinds[kind as ContractKind].startsWith('escrow.') ? 'escrow' : 'contracts'))
        return []
      const at =
        clockOf(
          kind,
          stages.find(({ id }) => to === `/milestones/${id}/${kind}`),
        ) ?? dueAt
      const named = subject && subject !== contract.number ? `${title}: ${subject}` : title
      return [{ isStep: true, kind: kind as ContractKind, title: named, to, at, on: dueOn, timeZone: null }]
    })
  })
}
