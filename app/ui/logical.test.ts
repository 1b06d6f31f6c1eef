import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const utilities =
  /(?<=["'`\s:])-?(?:(?:ml|mr|pl|pr|left|right|scroll-[mp][lr])-[\w[(]|(?:border-[lr]|rounded-(?:l|r|tl|tr|bl|br))(?![a-z])|(?:text|float|clear)-(?:left|right)\b)\S*/g
const declarations =
  /(?<![-\w])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[-\w]*|left|right)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)/g

/** What a file says about left and right, in classes or in a style sheet. */
const physical = (file: string, text: string) =>
  [...text.matchAll(file.endsWith('.css') ? declarations : utilities)].map(([found]) => `${file}: ${found}`)

it('knows left and right from start and end', () => {
  for (const wrong of ['"ml-2"', '"sm:left-0"', '"-mr-1"', '"text-left"', '"border-l"', '"rounded-tl-md"'])
    expect(physical('a.tsx', wrong), wrong).toHaveLength(1)
  for (const right of [
    '"ms-2"',
    '"start-0"',
    '"text-start"',
    '"border-s"',
    '"border-ring"',
    '"leftover"',
    '"arrow-left"',
  ])
    expect(physical('a.tsx', right), right).toEqual([])
  expect(physical('a.css', 'margin-left: 1px; inset-inline-start: 0; left: 0; text-align: right')).toHaveLength(3)
})

it('the layout is written with start and end, so that it mirrors', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tsx|css)$/.test(file) && !file.includes('.test.'),
  )
  expect(files.length).toBeGreaterThan(400)
  expect(files.flatMap((file) => physical(file, readFileSync(`app/${file}`, 'utf8')))).toEqual([])
})
