import { expect, it } from 'vitest'
import { files } from '#db/schema/files.ts'
import { approved, fund, signedDeal } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { disputeMilestone } from './dispute-milestone.server.ts'
import { findReadableFile } from './readable-file.server.ts'

it('is available to the parties, and to admins only in a dispute', async () => {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const [milestoneId = '', other = ''] = deal.milestoneIds
  approved(deal, milestoneId)
  fund(deal, other)
  const id = db.select().from(files).get()?.id ?? ''
  for (const party of [deal.client, deal.provider]) expect(findReadableFile(party, id)?.name).toBe('plan.pdf')
  expect(findReadableFile(createPerson(db), id)).toBeNull()
  expect(findReadableFile(deal.admin, id)).toBeNull()
  disputeMilestone(deal.client, { milestoneId, reason: 'It leaks' })
  expect(findReadableFile(deal.admin, id)?.name).toBe('plan.pdf')
  expect(findReadableFile(deal.client, 'nothing')).toBeNull()
})
