import { expect, it } from 'vitest'
import { proposalStatuses } from '#db/vocabulary/negotiations.ts'
import { type ProposalAction, type ProposalRole, proposalActions, proposalMachine, proposalRoles } from './proposal.ts'

const allowed: Partial<Record<ProposalRole, Partial<Record<ProposalAction, string>>>> = {
  proposer: { withdraw: 'withdrawn' },
  respondent: { accept: 'accepted', reject: 'rejected', counter: 'countered' },
}

it('allows exactly what its table says, in every state, role and situation', () => {
  for (const state of proposalStatuses)
    for (const action of proposalActions)
      for (const role of proposalRoles)
        for (const isDraft of [true, false])
          for (const clauseStands of [true, false]) {
            const outcome = proposalMachine.next(state, action, role, { isDraft, clauseStands })
            const to = allowed[role]?.[action]
            const fits = state === 'open' && isDraft && (clauseStands || action !== 'accept')
            expect(outcome.ok ? outcome.to : null).toBe(to && fits ? to : null)
          }
})

it('says why it refuses', () => {
  const next = (isDraft: boolean, clauseStands: boolean) =>
    proposalMachine.next('open', 'accept', 'respondent', { isDraft, clauseStands })
  expect(next(false, true)).toEqual({ ok: false, reason: 'negotiation:refused.notDraft' })
  expect(next(true, false)).toEqual({ ok: false, reason: 'negotiation:refused.clauseChanged' })
})
