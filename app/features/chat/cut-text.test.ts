import { expect, it } from 'vitest'
import { cutText } from './cut-text.ts'
import { referenceTo } from './reply-reference.ts'

it('leaves a text that fits as it is', () => {
  expect(cutText('', 4)).toBe('')
  expect(cutText('roof', 4)).toBe('roof')
  expect(cutText('🏗🏗🏗🏗', 4)).toBe('🏗🏗🏗🏗')
})

it('ends a longer one with an ellipsis, between two characters', () => {
  expect(cutText('roofs', 4)).toBe('roo…')
  expect(cutText('to the roof', 8)).toBe('to the…')
  expect(cutText('🏗🏗🏗🏗🏗', 4)).toBe('🏗🏗🏗…')
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
