import { expect, it } from 'vitest'
import { csvText } from '#app/platform/text/csv.ts'
import { bidInput } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { lackingBid } from '#tests/factories/qualification.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { closeBidding } from './close-bidding.server.ts'
import { comparisonRows } from './comparison-export.server.ts'
import { createBid } from './create-bid.server.ts'
import { getComparison } from './queries.server.ts'

it('exports rows as wide as the header, with numbers as numbers and formulas as text', () => {
  const db = testDatabase()
  const [owner, a, b] = [createPerson(db), createPerson(db), createPerson(db)]
  db.$client.prepare('UPDATE companies SET name = ? WHERE id = ?').run('=cmd()', a.company.id)
  const line = { id: null, description: '@SUM(1;2)', quantityMilli: 10_500, unit: '+m' }
  const { id: projectId } = createOpenProject(owner, { lines: [line] })
  createBid(a, { ...bidInput(a, projectId, 1), projectId, submit: true })
  const crane = {
    projectLineId: null,
    description: 'Crane',
    quantityMilli: 1000,
    unit: 'pcs',
    unitPriceE4: 1_234_500,
    excluded: false,
  }
  createBid(b, { ...bidInput(b, projectId, 2), lines: [crane], projectId, submit: true })
  closeBidding(owner, { projectId })
  const shown = getComparison(owner, projectId)
  const rows = shown ? comparisonRows(shown, 'en') : []
  expect(rows.find(([label]) => label === 'Lines not priced as requested')?.slice(3, 5)).toEqual([0, 1])
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([7]))
  expect(rows[1]).toEqual(['@SUM(1;2)', 10.5, '+m', 10.5, 'Missing', 10.5, 10.5])
  expect(rows[2]).toEqual(['Crane', null, null, null, 123.45, 123.45, null])
  const text = csvText(rows)
  for (const quoted of [`"'=cmd()"`, `"'@SUM(1;2)"`, `"'+m"`, ',123.45,']) expect(text).toContain(quoted)
})

it('says of each bid whether it has what was demanded, as the page does', () => {
  const db = testDatabase()
  const [client, bidder] = [createPerson(db), createPerson(db)]
  const shown = getComparison(client, lackingBid({ client, bidder }).projectId)
  const rows = shown ? comparisonRows(shown, 'en') : []
  expect(rows.find(([label]) => label === 'Requirements and certificates')?.[3]).toBe('Incomplete')
})
