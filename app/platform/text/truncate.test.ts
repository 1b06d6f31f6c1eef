import { expect, it } from 'vitest'
import { referenceTo } from '#app/features/messages/reply-reference.ts'
import { truncate } from './truncate.ts'

it('leaves a text that fits unchanged', () => {
  expect(truncate('', 4)).toBe('')
  expect(truncate('roof', 4)).toBe('roof')
  expect(truncate('🏗🏗🏗🏗', 4)).toBe('🏗🏗🏗🏗')
})

it('cuts a longer one between two characters and adds an ellipsis', () => {
  expect(truncate('roofs', 4)).toBe('roo…')
  expect(truncate('to the roof', 8)).toBe('to the…')
  expect(truncate('🏗🏗🏗🏗🏗', 4)).toBe('🏗🏗🏗…')
})

it('quotes no more of a message of emoji than of any other', () => {
  const message = {
    id: 'm',
    seq: 1,
    kind: 'text',
    state: 'live',
    authorId: 'a',
    authorName: 'Anna',
    attachments: [],
  } as const
  expect(referenceTo({ ...message, text: '🏗'.repeat(500) }).text).toBe(`${'🏗'.repeat(119)}…`)
})
