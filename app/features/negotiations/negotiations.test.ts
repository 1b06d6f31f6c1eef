import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { rowsMatchText } from '#app/features/contracts/contract-text.server.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { getContractPaper } from '#app/features/contracts/readable-contract.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { updateContract } from '#app/features/contracts/update-contract.server.ts'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import type { Database } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { clauseComments, paymentTermsProposals } from '#db/schema/negotiations.ts'
import { mails } from '#db/schema/notifications.ts'
import { type Deal, draftedDeal } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { answerPaymentTerms } from './answer-payment-terms.server.ts'
import { answerWording } from './answer-wording.server.ts'
import { commentOnClause } from './comment-on-clause.server.ts'
import { openNegotiation } from './open-negotiation.server.ts'
import { proposePaymentTerms } from './propose-payment-terms.server.ts'
import { countOpenProposals, getNegotiation, listOpenDrafts } from './queries.server.ts'

const terms = '1. Subject\nA kitchen.\n\n2. Warranty\n24 months.'
const refused = (key: string) => ({ text: { key: `negotiation:refused.${key}` } })

let db: Database
let deal: Deal
let client: CompanyContext
let provider: CompanyContext
let contractId: string
beforeEach(async () => {
  db = testDatabase()
  deal = await draftedDeal(db)
  ;({ client, provider, contractId } = deal)
  db.update(contracts).set({ terms }).where(eq(contracts.id, contractId)).run()
})
const row = () => {
  const found = db.select().from(contracts).where(eq(contracts.id, contractId)).get()
  if (!found) throw new Error('no contract')
  return found
}
const propose = (by: CompanyContext, paymentDays: number) =>
  proposePaymentTerms(by, { contractId, paymentDays, lateInterestBp: 1150, conditions: '' }).id
const word = (by: CompanyContext, wording: string) =>
  commentOnClause(by, { contractId, clause: '2. Warranty\n24 months.', comment: 'Too long.', wording }).id

describe('opening a draft', () => {
  it('shows it to the provider and nobody else, and tells them once', () => {
    const stranger = createPerson(db)
    expect(getNegotiation(provider, contractId)).toBeNull()
    expect(getContractPaper(provider, contractId)).toBeNull()
    expect(() => propose(provider, 30)).toThrow()
    openNegotiation(client, { contractId })
    openNegotiation(client, { contractId })
    expect(getNegotiation(provider, contractId)).toMatchObject({ party: 'provider', isDraft: true, mayNegotiate: true })
    expect(getContractPaper(provider, contractId)?.text).toContain('24 months.')
    expect(listOpenDrafts(provider).map(({ id }) => id)).toEqual([contractId])
    expect([getNegotiation(stranger, contractId), getContractPaper(stranger, contractId)]).toEqual([null, null])
    expect(getContract(provider, contractId)).toBeNull()
    expect(recorded(db, 'contract.negotiated').map(({ step }) => step)).toEqual(['opened'])
    const told = db.select().from(mails).where(eq(mails.template, 'negotiationOpened')).all()
    expect(told.map(({ recipient }) => recipient)).toEqual([provider.actor.email])
  })

  it('is the client’s to do, on a draft', () => {
    expect(() => openNegotiation(provider, { contractId })).toThrow()
    sendContract(client, { contractId })
    expect(() => openNegotiation(client, { contractId })).toThrow(expect.objectContaining(refused('notDraft')))
    expect(() => propose(client, 30)).toThrow()
  })
})

describe('payment terms', () => {
  beforeEach(() => openNegotiation(client, { contractId }))

  it('go to and fro until one party accepts, and stand in the text that both sign', () => {
    propose(provider, 14)
    expect(() => propose(provider, 21)).toThrow(expect.objectContaining(refused('alreadyProposed')))
    const counter = propose(client, 45)
    const states = () => getNegotiation(client, contractId)?.proposals.map(({ state }) => state)
    expect(states()).toEqual(['open', 'countered'])
    const answer = { contractId, proposalId: counter, action: 'accept' } as const
    expect(() => answerPaymentTerms(client, answer)).toThrow(expect.objectContaining(refused('forbiddenRole')))
    answerPaymentTerms(provider, answer)
    expect(() => answerPaymentTerms(provider, answer)).toThrow(expect.objectContaining(refused('wrongState')))
    expect(states()).toEqual(['accepted', 'countered'])
    sendContract(client, { contractId })
    const { fields } = readCanonicalText(String(row().documentText))
    expect([fields.get('payment days'), fields.get('late interest percent')]).toEqual(['45', '11.50'])
    expect(rowsMatchText(db, row())).toBe(true)
  })

  it('can be agreed on again, and the newest ones hold', () => {
    answerPaymentTerms(client, { contractId, proposalId: propose(provider, 14), action: 'accept' })
    const later = { ...provider, now: provider.now + 1000 }
    answerPaymentTerms(later, { contractId, proposalId: propose(client, 60), action: 'accept' })
    const rejected = propose(provider, 7)
    answerPaymentTerms({ ...client, now: later.now + 1000 }, { contractId, proposalId: rejected, action: 'reject' })
    sendContract(client, { contractId })
    expect(readCanonicalText(String(row().documentText)).fields.get('payment days')).toBe('60')
  })

  it('that nobody answered lapse when the contract is sent, and what was accepted is frozen with it', () => {
    const open = propose(provider, 14)
    expect(countOpenProposals(client, contractId)).toBe(1)
    sendContract(client, { contractId })
    expect(getNegotiation(provider, contractId)).toMatchObject({
      isDraft: false,
      proposals: [{ state: 'lapsed', actions: [] }],
    })
    const answer = { contractId, proposalId: open, action: 'accept' } as const
    expect(() => answerPaymentTerms(client, answer)).toThrow(expect.objectContaining(refused('notDraft')))
    const set = { status: 'accepted', decidedAt: client.now, decidedBy: client.actor.id } as const
    expect(() => db.update(paymentTermsProposals).set(set).run()).toThrow('the contract is sent')
    expect(readCanonicalText(String(row().documentText)).fields.has('payment days')).toBe(false)
  })

  it('are permanent once proposed', () => {
    propose(provider, 14)
    expect(() => db.update(paymentTermsProposals).set({ paymentDays: 99 }).run()).toThrow('answered once')
    expect(() => db.delete(paymentTermsProposals).run()).toThrow('permanent')
  })
})

describe('a clause', () => {
  beforeEach(() => openNegotiation(client, { contractId }))

  it('takes the wording that one party proposes and the other accepts', () => {
    const before = row().updatedAt
    const commentId = word(provider, '2. Warranty\n12 months.')
    expect(row().terms).toBe(terms)
    const accept = { contractId, commentId, action: 'accept' } as const
    expect(() => answerWording(provider, accept)).toThrow(expect.objectContaining(refused('forbiddenRole')))
    answerWording({ ...client, now: before + 5 }, accept)
    expect(row()).toMatchObject({ terms: '1. Subject\nA kitchen.\n\n2. Warranty\n12 months.', updatedAt: before + 5 })
    const clauses = getNegotiation(provider, contractId)?.clauses
    expect(clauses?.[1]?.comments).toMatchObject([{ state: 'accepted', isOutdated: true, comment: 'Too long.' }])
    // Whoever had the draft open sends it only after looking again.
    expect(() => sendContract(client, { contractId, expectedVersion: before })).toThrow()
  })

  it('that the client has changed meanwhile is not overwritten', () => {
    const commentId = word(provider, '2. Warranty\n12 months.')
    const { title, paymentMethod, retentionBp } = row()
    const milestones = ['Demolition', 'Installation'].map((name) => ({
      title: name,
      description: '',
      netCents: 500_000,
      vatRateBp: 2550,
      dueDate: null,
    }))
    const edited = terms.replace('24', '36')
    updateContract(client, { contractId, title, terms: edited, paymentMethod, retentionBp, milestones })
    const accept = { contractId, commentId, action: 'accept' } as const
    expect(() => answerWording(client, accept)).toThrow(expect.objectContaining(refused('clauseChanged')))
    expect(() => word(provider, '2. Warranty\n6 months.')).toThrow(expect.objectContaining(refused('clauseChanged')))
    expect(row().terms).toBe(edited)
    answerWording(client, { contractId, commentId, action: 'reject' })
    expect(recorded(db, 'contract.negotiated').map(({ step }) => step)).toEqual(['opened', 'proposed', 'rejected'])
  })

  it('takes no more comments than a page can show', () => {
    const long = { contractId, clause: '2. Warranty\n24 months.', comment: '', wording: 'x'.repeat(50_000) }
    for (let index = 0; index < 6; index += 1) commentOnClause(provider, long)
    expect(() => commentOnClause(provider, long)).toThrow(expect.objectContaining(refused('tooMany')))
  })

  it('takes comments that propose nothing, and so does the contract as a whole', () => {
    word(client, '2. Warranty\n24 months.')
    commentOnClause(provider, { contractId, clause: null, comment: 'When do we begin?', wording: null })
    expect(() => commentOnClause(provider, { contractId, clause: null, comment: '', wording: null })).toThrow()
    const found = getNegotiation(client, contractId)
    expect(found?.clauses[1]?.comments).toMatchObject([{ state: null, wording: null, actions: [] }])
    expect(found?.comments).toMatchObject([{ comment: 'When do we begin?', party: 'provider' }])
    expect(() => db.update(clauseComments).set({ comment: 'x' }).run()).toThrow('answered once')
  })
})
