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

describe('the preview of a conversation shows', () => {
  it('the first name of the author in a group', () => {
    expect(preview({})).toEqual({ kind: 'theirs', name: 'Bo', content: { text: 'Hello' } })
  })

  it('the text alone in a direct conversation', () => {
    expect(preview({}, { type: 'direct' })).toEqual({ kind: 'plain', content: { text: 'Hello' } })
  })

  it("the viewer's own message as such", () => {
    const own = { kind: 'own', content: { text: 'Hello' } }
    expect(preview({ authorId: 'me' })).toEqual(own)
    expect(preview({ authorId: 'me' }, { type: 'direct' })).toEqual(own)
  })

  it('the kind of a file without a text', () => {
    for (const kind of ['image', 'video', 'audio', 'file'] as const)
      expect(preview({ kind, text: '' })).toMatchObject({ content: { file: kind } })
    expect(preview({ kind: 'image', text: 'The roof' })).toMatchObject({ content: { text: 'The roof' } })
  })

  it('that the last message is gone, or that there is none', () => {
    expect(preview({ state: 'unsent', text: '' })).toEqual({ kind: 'gone' })
    expect(preview({ state: 'removed', text: '' })).toEqual({ kind: 'gone' })
    expect(preview(null)).toEqual({ kind: 'nothing' })
  })

  it('system messages', () => {
    const params = { name: 'Bo' }
    expect(preview({ kind: 'system', text: 'joined', params })).toEqual({ kind: 'system', name: 'joined', params })
  })

  it('the draft instead of anything else, unless it is blank', () => {
    expect(preview({}, { draft: 'I will' })).toEqual({ kind: 'draft', text: 'I will' })
    expect(preview(null, { draft: 'I will' })).toEqual({ kind: 'draft', text: 'I will' })
    expect(preview({}, { draft: ' \n' })).toMatchObject({ kind: 'theirs' })
  })
})

describe('a text is shortened', () => {
  it('to fifty characters, the last of them an ellipsis', () => {
    expect(shortened('a'.repeat(50))).toBe('a'.repeat(50))
    expect(shortened('a'.repeat(51))).toBe(`${'a'.repeat(49)}…`)
    expect(shortened('🏗'.repeat(51))).toBe(`${'🏗'.repeat(49)}…`)
  })

  it('to one line without formatting', () => {
    expect(shortened(' *Water*\n\n  cuts: `A 1`  ')).toBe('Water cuts: A 1')
  })
})
