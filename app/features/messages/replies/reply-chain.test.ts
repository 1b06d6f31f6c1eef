import { expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { hideMessage } from '#app/features/messages/hide-message.server.ts'
import { getMessage, listMessages } from '#app/features/messages/message-queries.server.ts'
import { referenceTo, withMessage } from '#app/features/messages/reply-reference.ts'
import { unsendMessage } from '#app/features/messages/unsend-message.server.ts'
import { createConversation, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { getReplyChain } from './reply-chain.server.ts'

function world() {
  const db = testDatabase()
  const [anna, bo, stranger] = [createPerson(db), createPerson(db), createPerson(db)]
  const { id } = createConversation(db, { members: [anna, bo] })
  const answer = (who: UserContext, text: string, to: MessageView) => say(who, id, text, { replyTo: referenceTo(to) })
  const root = say(anna, id, 'When do the tiles come?')
  say(bo, id, 'Nothing to do with it')
  const monday = answer(bo, 'Monday', root)
  const early = answer(anna, 'How early?', monday)
  const other = answer(anna, 'And the gutters?', root)
  const seven = answer(bo, 'At seven', early)
  return { anna, bo, stranger, id, root, monday, early, other, seven }
}
const texts = (ctx: UserContext, { id }: { id: string }) => getReplyChain(ctx, id)?.messages.map(({ text }) => text)

it('has what a message answers and what answers it, transitively and in order', () => {
  const { anna, root, monday, seven } = world()
  const all = ['When do the tiles come?', 'Monday', 'How early?', 'And the gutters?', 'At seven']
  expect(texts(anna, root)).toEqual(all)
  expect(texts(anna, monday)).toEqual(all.filter((text) => text !== 'And the gutters?'))
  expect(texts(anna, seven)).toEqual(['When do the tiles come?', 'Monday', 'How early?', 'At seven'])
})

it('keeps tombstones, leaves out what the reader has hidden, and is for readers', () => {
  const { anna, bo, stranger, root, monday, early } = world()
  unsendMessage(bo, { messageId: monday.id })
  hideMessage(bo, { messageId: early.id })
  expect(texts(anna, root)).toEqual(['When do the tiles come?', '', 'How early?', 'And the gutters?', 'At seven'])
  expect(texts(bo, root)).toEqual(['When do the tiles come?', '', 'And the gutters?', 'At seven'])
  expect(getReplyChain(stranger, root.id)).toBeNull()
})

it('knows the newest hundred of many replies, in the browser as on the server', () => {
  const { anna, id, root } = world()
  const answers = Array.from({ length: 110 }, (_, index) =>
    say(anna, id, `Answer ${index}`, { replyTo: referenceTo(root) }),
  )
  const newest = answers.slice(-100).map(({ seq }) => seq)
  expect(getMessage(anna, root.id)?.replies).toEqual(newest)
  const backwards = [...answers.toReversed(), answers[0] ?? root].reduce<MessageView[]>(withMessage, [root])
  expect(backwards.find((message) => message.id === root.id)?.replies).toEqual(newest)
})

it('counts replies, in the browser as on the server', () => {
  const { anna, id, root, monday, early, other } = world()
  expect(getMessage(anna, root.id)?.replies).toEqual([monday.seq, other.seq])
  const live = [root, monday, early, other].reduce<MessageView[]>(withMessage, [])
  const again = [other, monday].reduce<MessageView[]>(withMessage, live)
  const counts = (messages: MessageView[]) => messages.map(({ id, replies }) => [id, replies.length])
  expect(counts(again)).toEqual([
    [root.id, 2],
    [monday.id, 1],
    [early.id, 0],
    [other.id, 0],
  ])
  const loaded = listMessages(anna, id).messages
  expect(counts([monday].reduce<MessageView[]>(withMessage, loaded))).toEqual(counts(loaded))
})
