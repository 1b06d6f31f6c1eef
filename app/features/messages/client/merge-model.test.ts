import { expect, it } from 'vitest'
import { type ConversationSummary, maxListed } from '#app/features/conversations/conversation-view.ts'
import type { ChatModel } from '#app/features/conversations/ui/chat-model.ts'
import { createModelSelector } from './chat-model-selector.ts'
import { emptyChatState } from './chat-state.ts'
import { withModel } from './merge-model.ts'

const at = (lastMessageAt: number, pinnedAt: number | null = null) =>
  ({ id: `c${lastMessageAt}`, lastMessageAt, pinnedAt, lastRev: 1, lastReadSeq: 0, lastSeq: 0 }) as ConversationSummary
const modelOf = (conversations: ConversationSummary[]): ChatModel => ({
  viewer: { id: 'me', name: 'Me' },
  conversations,
  open: null,
  removed: null,
  presence: {},
  typing: [],
  connection: 'online',
})
const listed = Array.from({ length: maxListed - 1 }, (_, index) => at(1000 + index))

it('keeps what a filter has found beyond the end of the list, but nothing that the list would have', () => {
  const pinned = at(1, 5)
  const found = withModel(emptyChatState, modelOf([at(10), at(2000)]), { list: true, partial: true })
  const reloaded = withModel(found, modelOf([pinned, ...listed]), { list: true })
  expect(reloaded.conversations.has('c10')).toBe(true)
  expect(reloaded.conversations.has('c2000')).toBe(false)
  expect(withModel(found, modelOf(listed), { list: true }).conversations.has('c10')).toBe(false)
  const shown = createModelSelector()(reloaded).conversations.map(({ id }) => id)
  expect([shown[0], shown[1], shown.at(-1)]).toEqual(['c1', `c${1000 + maxListed - 2}`, 'c10'])
})

it('keeps the whole list when a page brings its first rows, and counts only a whole one', () => {
  const rest = withModel(emptyChatState, modelOf(listed), { list: true })
  const first = withModel(emptyChatState, modelOf(listed.slice(0, 2)), { list: true, partial: true })
  expect([first.isListed, rest.isListed]).toEqual([false, true])
  const again = withModel(rest, modelOf(listed.slice(0, 2)), { list: true, partial: true })
  expect([again.conversations.size, again.isListed]).toEqual([listed.length, true])
})
