/** States of a proposal about a draft contract: of payment terms, or of a clause's wording. */
export const proposalStatuses = ['open', 'accepted', 'rejected', 'withdrawn', 'countered'] as const
export type ProposalStatus = (typeof proposalStatuses)[number]
