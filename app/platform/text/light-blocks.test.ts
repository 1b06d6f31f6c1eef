import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, parseBlocks } from './light-blocks.ts'
import type { Token } from './light-format.ts'

const textOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join('')
function shown(block: Block): string {
  if (block.kind === 'code') return `code: ${block.text}`
  if (block.kind === 'lines' || block.kind === 'quote') return `${block.kind}: ${textOf(block.tokens)}`
  const start = block.kind === 'numbers' ? ` from ${block.start}` : ''
  return `${block.kind}${start}: ${block.items.map(textOf).join('|')}`
}

describe('parseBlocks', () => {
  it.each([
    ['Bring:\n- a saw\n- *two* ladders', ['lines: Bring:', 'bullets: a saw|two ladders']],
    ['* one\n• two\n   - three', ['bullets: one|two|three']],
    ['1. dig\n2. pour\n\nThen wait', ['numbers from 1: dig|pour', 'lines: \nThen wait']],
    ['9. dig\n10. pour\n12. wait', ['numbers from 9: dig|pour', 'lines: 12. wait']],
    ['3. Mai kommt der Beton', ['lines: 3. Mai kommt der Beton']],
    ['3. Mai\n1. Juni', ['lines: 3. Mai\n1. Juni']],
    ['- 5 °C\n-5 °C\n2.5 m', ['bullets: 5 °C', 'lines: -5 °C\n2.5 m']],
    ['- \n*bold*\n-', ['lines: - \nbold\n-']],
    ['> first\n>\n>second\nMine', ['quote: first\n\nsecond', 'lines: Mine']],
    ['a\n```\n- x\n1. y\n```\nb', ['lines: a', 'code: - x\n1. y', 'lines: b']],
    ['a\n\n```x```\n\n- b', ['lines: a\n', 'code: x', 'lines: ', 'bullets: b']],
    ['- `a`\n- https://a.example/', ['bullets: a|https://a.example/']],
    ['*- bold*', ['lines: - bold']],
    ['', []],
  ])('reads %j', (text, expected) => expect(parseBlocks(text).map(shown)).toEqual(expected))

  const pieces = [
    '- ',
    '* ',
    '• ',
    '1. ',
    '2. ',
    '3. ',
    '> ',
    '>',
    '\n',
    '\n\n',
    '```',
    '`',
    '*',
    '_',
    ' ',
    'x',
    '@Anna',
  ]
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 }))).map((parts) => parts.join('')),
  )

  it('never throws, and loses nothing but signs, in whose place it says the same', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const blocks = parseBlocks(text, [{ userId: 'a', name: 'Anna' }])
        expect(rest(text, blocks.map(kept).join('\n'))).toMatch(/^[*_~`\n >•-]*$/)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    '- a\n',
    '1. ',
    '1. a\n2. b\n',
    '> ',
    '>\n',
    '- ',
    '\n',
    '   ',
    '- ```',
    '```a```\n',
    '- *a\n',
    '9',
    '> - 1. ',
  ])('reads the longest message at once: %j', (piece) =>
    expect(fastest(piece.repeat(16_000 / piece.length))).toBeLessThan(200),
  )
})

/** What a reader sees of a block, with its numbers. */
function kept(block: Block): string {
  if (block.kind === 'code') return block.text
  if (block.kind === 'lines' || block.kind === 'quote') return textOf(block.tokens)
  return block.items
    .map((item, index) => (block.kind === 'numbers' ? `${block.start + index}. ` : '') + textOf(item))
    .join('\n')
}

/** The characters of a text that another, whose line breaks do not count, does not have. Fails unless the order is the same. */
function rest(text: string, taken: string): string {
  const wanted = taken.replaceAll('\n', '')
  let left = ''
  let next = 0
  for (const character of text.split('')) {
    if (next < wanted.length && character === wanted[next]) next += 1
    else left += character
  }
  return next === wanted.length ? left : `${wanted.slice(next)} is not in it`
}

/** The fastest of five runs, in ms. */
function fastest(text: string): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    parseBlocks(text)
    return performance.now() - began
  })
  return Math.min(...times)
}
