import { commentOnClause } from '#app/features/negotiations/comment-on-clause.server.ts'
import { openNegotiation } from '#app/features/negotiations/open-negotiation.server.ts'
import { proposePaymentTerms } from '#app/features/negotiations/propose-payment-terms.server.ts'
import type { Deal } from './deal.ts'

/** Opens the draft of a deal; the provider proposes payment terms and another wording. */
export function negotiated({ client, provider, contractId }: Pick<Deal, 'client' | 'provider' | 'contractId'>): {
  proposalId: string
  commentId: string
} {
  openNegotiation(client, { contractId })
  const terms = { paymentDays: 14, lateInterestBp: null, conditions: 'Half of it in advance.' }
  const { id: proposalId } = proposePaymentTerms(provider, { contractId, ...terms })
  const { id: commentId } = commentOnClause(provider, {
    contractId,
    clause: 'What was said holds.',
    comment: 'Only what is written counts.',
    wording: 'What was written holds.',
  })
  return { proposalId, commentId }
}
