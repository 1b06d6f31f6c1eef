import { describe, expect, it } from 'vitest'
import { insertMention, matchPeople, mentionAt } from './mentions-in-text.ts'

const people = ['Anna Berg', 'Mia Hannula', 'Ánna-Liisa Virtanen', 'Ben Anker', 'Åke Öst'].map((name) => ({ name }))
const names = (query: string) => matchPeople(people, query).map(({ name }) => name)

describe('a mention being written', () => {
  it.each([
    ['@', 1, { start: 0, end: 1, query: '' }],
    ['Hi @an', 6, { start: 3, end: 6, query: 'an' }],
    ['Hi @anna be and more', 11, { start: 3, end: 11, query: 'anna be' }],
    ['(@mia', 5, { start: 1, end: 5, query: 'mia' }],
    ['one\n@two', 8, { start: 4, end: 8, query: 'two' }],
  ])('is found in %j at %i', (text, caret, expected) => {
    expect(mentionAt(text, caret)).toEqual(expected)
  })

  it.each([
    ['mail@example', 12],
    ['no sign', 7],
    ['@anna\nnext', 10],
    ['@ anna', 6],
    ['@anna', 0],
    [`@${'x'.repeat(80)}`, 81],
  ])('is not found in %j at %i', (text, caret) => {
    expect(mentionAt(text, caret)).toBeNull()
  })

  it('matches any part of a name regardless of case and accents, first names first', () => {
    expect(names('an')).toEqual(['Anna Berg', 'Ánna-Liisa Virtanen', 'Ben Anker'])
    expect(names('ake')).toEqual(['Åke Öst'])
    expect(names('liisa')).toEqual(['Ánna-Liisa Virtanen'])
    expect(names('anna b')).toEqual(['Anna Berg'])
    expect(names('nobody')).toEqual([])
    expect(names('')).toHaveLength(5)
  })

  it('suggests nothing once the name is complete, so that Enter sends', () => {
    expect(names('anna berg')).toEqual([])
  })

  it('is replaced by the name and one space', () => {
    expect(insertMention('Hi @an', { start: 3, end: 6, query: 'an' }, 'Anna Berg')).toEqual({
      text: 'Hi @Anna Berg ',
      caret: 14,
    })
    expect(insertMention('Hi @an there', { start: 3, end: 6, query: 'an' }, 'Anna Berg')).toEqual({
      text: 'Hi @Anna Berg there',
      caret: 14,
    })
  })
})
