import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clausesOf, replaceClause } from './clauses.ts'

const terms = 'Preamble\n\n1. Subject\nA wall.\n\nMore of it.\n\n2) Price\n100\n\n12. Law\nFinland'

it('splits terms at their numbered headings', () => {
  expect(clausesOf(terms)).toEqual([
    { heading: '', text: 'Preamble' },
    { heading: '1. Subject', text: '1. Subject\nA wall.\n\nMore of it.' },
    { heading: '2) Price', text: '2) Price\n100' },
    { heading: '12. Law', text: '12. Law\nFinland' },
  ])
})

it('takes a text without headings as one clause', () => {
  expect(clausesOf('One.\n\nTwo, and 3. is no heading here.')).toEqual([
    { heading: '', text: 'One.\n\nTwo, and 3. is no heading here.' },
  ])
})

it('gives the terms when its clauses are put together', () => {
  const piece = fc.constantFrom('\n', '\n\n', '1. A', '2) B', 'text', ' ', '3.')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const typed = pieces.join('')
      const again = clausesOf(typed).map(({ text }) => text)
      expect(again.join('\n\n')).toBe(typed)
    }),
  )
})

it('replaces a clause only where it stands exactly once, as it was read', () => {
  expect(replaceClause(terms, '2) Price\n100', '2) Price\n120')).toBe(terms.replace('100', '120'))
  expect(replaceClause(terms, '2) Price\n90', '2) Price\n120')).toBeNull()
  expect(replaceClause(`${terms}\n\n2) Price\n100`, '2) Price\n100', '2) Price\n120')).toBeNull()
})
