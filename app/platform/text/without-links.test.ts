import { expect, it } from 'vitest'
import { withoutLinks } from './without-links.ts'

it.each([
  ['Win at evil.com today', 'Win at evil com today'],
  ['https://evil.com/prize?x=1', 'https evil com/prize?x=1'],
  ['hxxp://evil.com', 'hxxp evil com'],
  ['www.evil.example', 'www evil example'],
  ['evil。com, evil｡com, evil．com', 'evil com, evil com, evil com'],
  ['evil\u200b.com', 'evil com'],
  ['ev\u00adil.com', 'ev il com'],
  ['пример.рф', 'пример рф'],
  ['evil.xn--p1ai', 'evil xn--p1ai'],
  ['write to me@evil.com', 'write to me evil com'],
  ['mailto:me@evil.com tel:+358600123', 'mailto me evil com tel +358600123'],
  ['//evil.com', 'evil com'],
  ['open 192.0.2.1 now', 'open 192 0 2 1 now'],
  ['a..com', 'a com'],
])('%j loses what makes it a link', (text, plain) => {
  expect(withoutLinks(text)).toBe(plain)
})

it.each([
  'Nova Oy/Ab',
  'A. Virtanen',
  'S.A. de C.V.',
  '2026-0001',
  '15.6.2026',
  '€1,000.50',
  'Kattoremontti 120 m2',
  'No. 5: Roof',
])('%j stays as it is', (text) => {
  expect(withoutLinks(text)).toBe(text)
})
