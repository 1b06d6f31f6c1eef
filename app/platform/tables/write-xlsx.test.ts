import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { readTable } from './read-table.server.ts'
import { xlsxBytes } from './write-xlsx.server.ts'

const sheetOf = (bytes: Uint8Array) => Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString('utf8')

it('writes numbers as numbers, days as dates and texts as texts, whatever a spreadsheet would run', async () => {
  const texts = ['=1+1', '+358 40 1', '-5', '@SUM(A1)', '\t=1', '00123', '<b>&"é€']
  const bytes = await xlsxBytes([
    ['Name', 'Day', 'Amount'],
    ['Neste', { day: '2026-01-31' }, -125.5],
    ['Leap', { day: '2024-02-29' }, 0],
    texts,
  ])
  const sheet = sheetOf(bytes)
  // Days since 30 December 1899.
  expect(sheet).toContain('<v>46053</v>')
  expect(sheet).toContain('<v>-125.5</v>')
  expect(sheet).not.toMatch(/<f[ >]/)
  expect(await readTable(bytes, 'xlsx')).toEqual([
    ['Name', 'Day', 'Amount', ...Array(4).fill(null)],
    ['Neste', { unreadable: true, day: '2026-01-31' }, -125.5, ...Array(4).fill(null)],
    ['Leap', { unreadable: true, day: '2024-02-29' }, 0, ...Array(4).fill(null)],
    texts,
  ])
})

it('makes columns as wide as what is in them, and writes 5,000 rows', async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => [`Row ${index}`, { day: '2026-06-01' }, index / 100])
  const bytes = await xlsxBytes([['A', 'B', 'C'], ...rows, ['x'.repeat(300), null, null]])
  const sheet = sheetOf(bytes)
  expect(sheet).toContain('width="50"')
  expect(sheet).toContain('width="12"')
  expect(sheet.match(/<row /g)).toHaveLength(5002)
  expect(sheet).toContain('<v>49.99</v>')
})
