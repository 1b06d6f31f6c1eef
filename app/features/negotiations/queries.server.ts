import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { withinProject } from '#app/features/projects/members/role-on-project.server.ts'
import { columns, integer, nullable, oneOf } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { clauseComments, contractNegotiations, paymentTermsProposals } from '#db/schema/negotiations.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { type ContractParty, contractParties, contractStatuses } from '#db/vocabulary/contracts.ts'
import type { ProposalStatus } from '#db/vocabulary/negotiations.ts'
import { type Clause, clausesOf } from './clauses.ts'
import { type ProposalAction, proposalMachine } from './proposal.ts'

const negotiated = sql(
  {
    params: { id: contracts.id, company: companies.id },
    row: {
      ...columns(contracts, 'id', 'projectId', 'number', 'title', 'terms', 'updatedAt'),
      status: oneOf(contractStatuses, contracts.status),
      party: oneOf(contractParties),
      other: companies.name,
      openedAt: nullable(contractNegotiations.openedAt),
    },
  },
  `SELECT c.id, c.project_id AS projectId, c.number, c.title, c.terms, c.updated_at AS updatedAt, c.status,
          CASE WHEN c.client_company_id = :company THEN 'client' ELSE 'provider' END AS party, o.name AS other,
          n.opened_at AS openedAt
   FROM contracts c
   JOIN companies o ON o.id = CASE WHEN c.client_company_id = :company THEN c.provider_company_id ELSE c.client_company_id END
   LEFT JOIN contract_negotiations n ON n.contract_id = c.id
   WHERE c.id = :id AND (c.client_company_id = :company OR (c.provider_company_id = :company AND n.opened_at IS NOT NULL))`,
)

const commentsOf = sql(
  {
    params: { contract: contracts.id },
    row: {
      ...columns(
        clauseComments,
        'id',
        'party',
        'heading',
        'clause',
        'comment',
        'wording',
        'status',
        'createdAt',
        'decidedAt',
      ),
      author: users.name,
    },
  },
  `SELECT m.id, m.party, m.heading, m.clause, m.comment, m.wording, m.status, m.created_at AS createdAt,
          m.decided_at AS decidedAt, u.name AS author
   FROM clause_comments m JOIN users u ON u.id = m.author_id WHERE m.contract_id = :contract ORDER BY m.id`,
)

const proposalsOf = sql(
  {
    params: { contract: contracts.id },
    row: {
      ...columns(paymentTermsProposals, 'id', 'party', 'status', 'paymentDays', 'lateInterestBp', 'conditions'),
      ...columns(paymentTermsProposals, 'createdAt', 'decidedAt'),
      author: users.name,
    },
  },
  `SELECT p.id, p.party, p.status, p.payment_days AS paymentDays, p.late_interest_bp AS lateInterestBp, p.conditions,
          p.created_at AS createdAt, p.decided_at AS decidedAt, u.name AS author
   FROM payment_terms_proposals p JOIN users u ON u.id = p.author_id WHERE p.contract_id = :contract ORDER BY p.id DESC`,
)

/** How a proposal stands; `lapsed`: it was open when the contract was sent. */
export type ProposalState = ProposalStatus | 'lapsed'

export type ClauseComment = Omit<RowOf<typeof commentsOf>, 'clause' | 'status'> & {
  state: ProposalState | null
  /** The clause is another one by now than the one that was commented on. */
  isOutdated: boolean
  actions: ProposalAction[]
}

export type PaymentProposal = Omit<RowOf<typeof proposalsOf>, 'status'> & {
  state: ProposalState
  actions: ProposalAction[]
}

export type Negotiation = {
  id: string
  number: string
  title: string
  /** The contract can still be changed. */
  isDraft: boolean
  party: ContractParty
  /** The other party's name. */
  other: string
  /** When the provider could first read it, UTC ms; null while only the client does. */
  openedAt: number | null
  /** When the draft last changed, UTC ms. */
  updatedAt: number
  mayNegotiate: boolean
  /** `position` counts them from 1. */
  clauses: (Clause & { position: number; comments: ClauseComment[] })[]
  /** On the contract as a whole. */
  comments: ClauseComment[]
  /** On clauses that the draft no longer has. */
  removed: ClauseComment[]
  /** Newest first. */
  proposals: PaymentProposal[]
}

/**
 * The discussion of a draft: for the client, and for the provider once it is open to them (CON-19); it stays to be read after the contract is sent.
 * Null for everybody else.
 */
export function getNegotiation(ctx: CompanyContext, contractId: string): Negotiation | null {
  const found = negotiated.first(ctx.db, { id: contractId, company: companyInScope(ctx, 'contracts.read') })
  if (!found) return null
  const { terms, status, ...contract } = found
  const isDraft = status === 'draft'
  const mayNegotiate =
    isDraft && contract.openedAt !== null && can(withinProject(ctx, contract.projectId), 'contracts.negotiate')
  const clauses = clausesOf(terms)
  const stand = (stored: ProposalStatus, by: ContractParty, clauseStands: boolean) => ({
    state: stored === 'open' && !isDraft ? ('lapsed' as const) : stored,
    actions: mayNegotiate
      ? proposalMachine.allowed(stored, by === contract.party ? 'proposer' : 'respondent', { isDraft, clauseStands })
      : [],
  })
  const comments = commentsOf
    .all(ctx.db, { contract: contractId })
    .map(({ clause, status: stored, ...comment }): ClauseComment => {
      const clauseStands = clauses.filter(({ text }) => text === clause).length === 1
      const isOutdated = clause !== '' && !clauseStands
      if (stored === null) return { ...comment, state: null, isOutdated, actions: [] }
      return { ...comment, isOutdated, ...stand(stored, comment.party, clauseStands) }
    })
  const proposals = proposalsOf
    .all(ctx.db, { contract: contractId })
    .map(
      ({ status: stored, ...proposal }): PaymentProposal => ({ ...proposal, ...stand(stored, proposal.party, true) }),
    )
  const onWhole = (comment: ClauseComment) => comment.heading === '' && !comment.isOutdated
  const isHere = (comment: ClauseComment) =>
    clauses.some(({ heading }) => heading !== '' && heading === comment.heading)
  return {
    ...contract,
    isDraft,
    mayNegotiate,
    clauses: clauses.map((clause, index) => ({
      ...clause,
      position: index + 1,
      comments: comments.filter(({ heading }) => heading !== '' && heading === clause.heading),
    })),
    comments: comments.filter(onWhole),
    removed: comments.filter((comment) => !onWhole(comment) && !isHere(comment)),
    proposals,
  }
}

const openProposals = sql(
  { params: { contract: contracts.id }, row: { count: integer } },
  `SELECT (SELECT count(*) FROM payment_terms_proposals WHERE contract_id = :contract AND status = 'open')
        + (SELECT count(*) FROM clause_comments WHERE contract_id = :contract AND status = 'open') AS count`,
)

/** How many proposals of a draft wait for an answer, which sending it would leave open. Checks no right: the caller has. */
export const countOpenProposals = (ctx: CompanyContext, contractId: string): number =>
  openProposals.one(ctx.db, { contract: contractId }).count

const openDrafts = sql(
  {
    params: { company: companies.id },
    row: { ...columns(contracts, 'id', 'number', 'title'), client: companies.name },
  },
  `SELECT c.id, c.number, c.title, o.name AS client
   FROM contracts c INDEXED BY contracts_provider_status
   JOIN contract_negotiations n ON n.contract_id = c.id JOIN companies o ON o.id = c.client_company_id
   WHERE c.provider_company_id = :company AND c.status = 'draft' ORDER BY c.id DESC LIMIT 20`,
)

/** The drafts that clients have opened to the company, newest first. */
export const listOpenDrafts = (ctx: CompanyContext) =>
  openDrafts.all(ctx.db, { company: companyInScope(ctx, 'contracts.read') })
