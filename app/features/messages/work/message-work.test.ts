import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { signChangeOrder } from '#app/features/change-orders/sign-change-order.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { unsendMessage } from '#app/features/messages/unsend-message.server.ts'
import type { Database } from '#db/client.server.ts'
import { auditLog } from '#db/schema/audit.ts'
import { milestones } from '#db/schema/escrow.ts'
import { changeInput } from '#tests/factories/change-order.ts'
import { createConversation, say } from '#tests/factories/chat.ts'
import { type Deal, password, signedDeal } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { addMilestoneNote } from './add-milestone-note.server.ts'
import { draftChangeFromMessage } from './draft-change-from-message.server.ts'
import { conversationOfChange, listMilestoneNotes, messageOfChange } from './work-queries.server.ts'

let db: Database
let deal: Deal
let conversationId: string
let message: MessageView
beforeEach(async () => {
  db = testDatabase()
  deal = await signedDeal(db)
  const subject = { subjectType: 'contract' as const, subjectId: deal.contractId, type: 'client' as const }
  conversationId = createConversation(db, { members: [deal.client, deal.provider], ...subject }).id
  message = say(deal.client, conversationId, 'The beam is rotten, replace it')
})
const workSeenBy = (ctx: Deal['client']) =>
  getConversation(ctx, conversationId)?.work.map(({ kind, name }) => [kind, name])
const draft = (by: Deal['client'], more: { messageId?: string; submissionId?: string } = {}) =>
  draftChangeFromMessage(by, { ...changeInput, contractId: deal.contractId, messageId: message.id, ...more })

describe('a change order of a message', () => {
  it('leads back to it, and is led to by it for those who may read both', async () => {
    const { client, provider, contractId } = deal
    const { changeOrderId } = draft(provider, { submissionId: '01989898-0000-7000-8000-000000000001' })
    expect(draft(provider, { submissionId: '01989898-0000-7000-8000-000000000001' })).toEqual({ changeOrderId })
    const place = { conversationId, seq: message.seq, authorName: client.actor.name, createdAt: message.createdAt }
    expect(messageOfChange(provider, changeOrderId)).toMatchObject(place)
    // A draft is its proposer's alone.
    expect([workSeenBy(provider), workSeenBy(client)]).toEqual([[['change', null]], []])
    await signChangeOrder(provider, { contractId, changeOrderId, typedName: provider.actor.name, password })
    expect([workSeenBy(provider), workSeenBy(client)]).toEqual([[['change', 'CO-1']], [['change', 'CO-1']]])
    expect(conversationOfChange(db, changeOrderId)?.userIds.toSorted()).toEqual(
      [client.actor.id, provider.actor.id].toSorted(),
    )
    expect(recorded(db, 'chat.conversation.changed')).toHaveLength(1)
    expect(messageOfChange(createPerson(db), changeOrderId)).toBeNull()
    unsendMessage(client, { messageId: message.id })
    expect(messageOfChange(provider, changeOrderId)).toBeNull()
    const actions = db
      .select()
      .from(auditLog)
      .all()
      .map(({ action }) => action)
    expect(actions.filter((action) => action === 'change_order.from_message')).toHaveLength(1)
  })

  it('is refused for a message of another conversation, and for strangers', () => {
    const { client, provider } = deal
    const elsewhere = createConversation(db, { members: [client, provider] }).id
    expect(() => draft(provider, { messageId: say(client, elsewhere, 'Elsewhere').id })).toThrow('noMessage')
    expect(() => draft(createPerson(db))).toThrow('noMessage')
  })
})

describe('a note on a milestone', () => {
  const milestoneIds = () =>
    db.select({ id: milestones.id }).from(milestones).where(eq(milestones.contractId, deal.contractId)).all()
  const note = (by: Deal['client'], text: string, milestoneId = milestoneIds()[0]?.id ?? '') =>
    addMilestoneNote(by, { contractId: deal.contractId, messageId: message.id, milestoneId, text })

  it('is read by both parties at the milestone and at the message, and stays when that is unsent', () => {
    const { client, provider, contractId } = deal
    note(provider, 'First')
    note(client, 'Replace the beam')
    const place = { conversationId, seq: message.seq }
    const expected = [{ text: 'Replace the beam', authorName: client.actor.name, place }]
    expect(listMilestoneNotes(provider, contractId)).toMatchObject(expected)
    expect(workSeenBy(client)).toEqual(workSeenBy(provider))
    expect(workSeenBy(client)).toEqual([['note', expect.stringMatching(/^1\. /)]])
    unsendMessage(client, { messageId: message.id })
    expect(listMilestoneNotes(provider, contractId)).toMatchObject([{ text: 'Replace the beam', place: null }])
    expect(() => note(provider, 'Too late')).toThrow('noMessage')
  })

  it('is refused for strangers, for milestones of other contracts, and without a text', async () => {
    const other = await signedDeal(db)
    const [foreign] = db.select().from(milestones).where(eq(milestones.contractId, other.contractId)).all()
    expect(() => note(createPerson(db), 'Hello')).toThrow()
    expect(() => note(deal.client, 'Hello', foreign?.id)).toThrow('choice')
    expect(() => note(deal.client, '  ')).toThrow('required')
    expect(() => note(deal.client, 'a'.repeat(5001))).toThrow('tooLong')
    expect(listMilestoneNotes(deal.client, deal.contractId)).toEqual([])
  })
})
