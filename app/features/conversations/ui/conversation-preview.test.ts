import { describe, expect, it } from 'vitest'
import type { ConversationSummary } from '#app/features/conversations/conversation-view.ts'
import { previewOf, shortened } from './conversation-preview.ts'

type LastMessage = NonNullable<ConversationSummary['lastMessage']>

function preview(message: Partial<LastMessage> | null, conversation: Partial<ConversationSummary> = {}) {
  const said = {
    authorId: 'bo',
    authorName: 'Bo Berg',
    text: 'Hello',
    kind: 'text',
    state: 'live',
    params: null,
  } as const
  const lastMessage = message && { ...said, ...message }
  return previewOf({ type: 'group', draft: null, ...conversation, lastMessage }, 'me')
}

describe('under the name of a conversation stands', () => {
  it('who of a group said it, by first name', () => {
    expect(preview({})).toEqual({ of: 'theirs', name: 'Bo', content: { text: 'Hello' } })
  })

  it('what the other of a direct one said', () => {
    expect(preview({}, { type: 'direct' })).toEqual({ of: 'plain', content: { text: 'Hello' } })
  })

  it('what I said, as mine', () => {
    const own = { of: 'own', content: { text: 'Hello' } }
    expect(preview({ authorId: 'me' })).toEqual(own)
    expect(preview({ authorId: 'me' }, { type: 'direct' })).toEqual(own)
  })

  it('the kind of a file that came without words', () => {
    for (const kind of ['image', 'video', 'audio', 'file'] as const)
      expect(preview({ kind, text: '' })).toMatchObject({ content: { file: kind } })
    expect(preview({ kind: 'image', text: 'The roof' })).toMatchObject({ content: { text: 'The roof' } })
  })

  it('that the last one is gone, or that there is none', () => {
    expect(preview({ state: 'unsent', text: '' })).toEqual({ of: 'gone' })
    expect(preview({ state: 'removed', text: '' })).toEqual({ of: 'gone' })
    expect(preview(null)).toEqual({ of: 'nothing' })
  })

  it('what the conversation says of itself', () => {
    const params = { name: 'Bo' }
    expect(preview({ kind: 'system', text: 'joined', params })).toEqual({ of: 'system', name: 'joined', params })
  })

  it('my draft before anything else, unless it is blank', () => {
    expect(preview({}, { draft: 'I will' })).toEqual({ of: 'draft', text: 'I will' })
    expect(preview(null, { draft: 'I will' })).toEqual({ of: 'draft', text: 'I will' })
    expect(preview({}, { draft: ' \n' })).toMatchObject({ of: 'theirs' })
  })
})

describe('a text is shortened', () => {
  it('to fifty signs, the last of them an ellipsis', () => {
    expect(shortened('a'.repeat(50))).toBe('a'.repeat(50))
    expect(shortened('a'.repeat(51))).toBe(`${'a'.repeat(49)}…`)
    expect(shortened('🏗'.repeat(51))).toBe(`${'🏗'.repeat(49)}…`)
  })

  it('to one line without formatting', () => {
    expect(shortened(' *Water*\n\n  cuts: `A 1`  ')).toBe('Water cuts: A 1')
  })
})
