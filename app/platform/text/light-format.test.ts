import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLight, type Token } from './light-format.ts'

const set = (token: Token) =>
  ('marks' in token && token.marks.length > 0 ? `${token.marks.join('+')}:` : '') + token.text
const shown = (text: string, mentions: Parameters<typeof parseLight>[1] = []) =>
  parseLight(text, mentions).map((token) => (token.kind === 'text' ? set(token) : `<${token.kind} ${set(token)}>`))

describe('parseLight', () => {
  it.each([
    ['*bold* and **bold**', ['bold:bold', ' and ', 'bold:bold']],
    ['_italic_ ~struck~ ~~struck~~', ['italic:italic', ' ', 'strike:struck', ' ', 'strike:struck']],
    ['*_both_*', ['bold+italic:both']],
    ['*a _b* c_', ['bold:a ', 'bold+italic:b', 'italic: c']],
    ['2*3*4, snake_case_name, a ~ b', ['2*3*4, snake_case_name, a ~ b']],
    ['* not * this *', ['* not * this *']],
    ['*not\nthis*', ['*not\nthis*']],
    ['****', ['****']],
    ['see `a *b*` now', ['see ', '<code a *b*>', ' now']],
    ['```\nlet *x*\n``` done', ['<block let *x*>', ' done']],
    ['``` open', ['``` open']],
    ['(see https://example.com/a_b_(c).)', ['(see ', '<link https://example.com/a_b_(c)>', '.)']],
    ['*https://example.com*', ['<link bold:https://example.com>']],
    ['xhttps://example.com', ['xhttps://example.com']],
    ['See www.example.com/roof, now', ['See ', '<link www.example.com/roof>', ', now']],
    ['www. and xwww.example.com', ['www. and xwww.example.com']],
    ['_first.last_name@mail.example.com_.', ['<link italic:first.last_name@mail.example.com>', '.']],
    ['a@b, a@b.c and @example.com', ['a@b, a@b.c and @example.com']],
    ['Call +358 40 123 4567!', ['Call ', '<link +358 40 123 4567>', '!']],
    ['+1 (212) 555-0100, 1+1234567890', ['<link +1 (212) 555-0100>', ', 1+1234567890']],
    ['+12 34, +1234567890123456', ['+12 34, +1234567890123456']],
  ])('reads %j', (text, expected) => expect(shown(text)).toEqual(expected))

  it('links an address to what it names', () => {
    const hrefs = ['www.example.com', 'me@example.com', '+358 (40) 123-4567']
    expect(hrefs.flatMap((text) => parseLight(text))).toMatchObject([
      { href: 'https://www.example.com/' },
      { href: 'mailto:me@example.com' },
      { href: 'tel:+358401234567' },
    ])
  })

  it('finds the members that the message mentions, but no email address', () => {
    const mentions = [
      { userId: 'a', name: 'Anna' },
      { userId: 'b', name: 'Anna Berg' },
    ]
    expect(shown('*@anna berg* me@anna @Anna, @Annabel', mentions)).toEqual([
      '<mention bold:@anna berg>',
      ' me@anna ',
      '<mention @Anna>',
      ', @Annabel',
    ])
  })

  it.each([
    'https://bank.example@evil.example/',
    'https://bank.example:443@evil.example/',
    'https://bank.example%40evil.example/',
    'javascript:alert(1)',
    'JAVASCRIPT://%0aalert(1)',
    'data:text/html,x',
    'https://',
    'http://[',
  ])('makes no link of %s', (text) => expect(parseLight(text).every(({ kind }) => kind === 'text')).toBe(true))

  it('links to the shown address, whatever precedes it', () => {
    const [link] = parseLight('https://evil.example\\@bank.example')
    expect(link).toMatchObject({ kind: 'link', text: 'https://evil.example', href: 'https://evil.example/' })
  })

  const pieces = [
    '*',
    '**',
    '_',
    '~',
    '~~',
    '`',
    '```',
    '@',
    '@Anna',
    'https://a.example/',
    'http://',
    ' ',
    '\n',
    '(',
    ')',
  ]
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 }))).map((parts) => parts.join('')),
  )

  it('never throws, loses nothing but markers, and links nowhere else', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = parseLight(text, [{ userId: 'a', name: 'Anna' }])
        expect(without(text, tokens.map((token) => token.text).join(''))).toMatch(/^[*_~`\n]*$/)
        for (const token of tokens) {
          expect(token.text).not.toBe('')
          if (token.kind !== 'link') continue
          const { protocol, username, password, search } = new URL(token.href)
          expect([username, password]).toEqual(['', ''])
          if (/^https?:$/.test(protocol)) continue
          // A mailbox or a number, and nothing that a mail program would fill in.
          expect([protocol, search]).toEqual([token.text.includes('@') ? 'mailto:' : 'tel:', ''])
        }
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['*', '_a ', '`', '```a', '@', '@Anna ', 'http://', 'https://a.b/', '*a', '(', ')', '**a** ', '`\n'])(
    'reads the longest message at once: %j',
    (piece) => expect(time(piece.repeat(16_000 / piece.length))).toBeLessThan(200),
  )
})

/** The rest of a text after removing the characters of another, in order. */
function without(text: string, taken: string): string {
  let left = ''
  let next = 0
  for (let at = 0; at < text.length; at += 1) {
    if (next < taken.length && text[at] === taken[next]) next += 1
    else left += text[at]
  }
  return next === taken.length ? left : `${taken.slice(next)} is not in it`
}

/** The fastest of five runs, in ms. */
function time(text: string): number {
  return Math.min(
    ...Array.from({ length: 5 }, () => {
      const began = performance.now()
      parseLight(text, [{ userId: 'a', name: 'Anna' }])
      return performance.now() - began
    }),
  )
}
