import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { companies } from '#db/schema/accounts.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { exportProject } from './export-project.server.ts'
import { inviteCompanies } from './invite-companies.server.ts'

test('a client exports its project with all parts, and nothing of it tells of bids', () => {
  const db = testDatabase()
  const [owner, invited] = [createPerson(db), createPerson(db)]
  db.update(companies).set({ inDirectory: true }).run()
  const { id } = createOpenProject(owner, { invitedOnly: true })
  inviteCompanies(owner, { projectId: id, companyIds: [invited.company.id], note: 'Come and see' })
  const exported = () => exportProject(owner, id)
  const before = exported()
  expect(before).toMatchObject({
    format: 'groundwork-project 1',
    project: { id, invitedOnly: true, lines: [{ description: 'Demolition' }, { description: 'Kitchen equipment' }] },
    awardTerms: { ratio: null, requirements: [] },
    tenderSets: [{ edition: 1 }],
    invitations: [{ companyName: invited.company.name, status: 'sent', note: 'Come and see' }],
  })
  for (const { text, digest } of before?.tenderSets ?? [])
    expect(
      createHash('sha256')
        .update(text ?? '')
        .digest('hex'),
    ).toBe(digest)
  createSubmittedBid(invited, id)
  expect(exported()).toEqual(before)
  expect(exportProject(invited, id)).toBeNull()
  expect(JSON.stringify(before)).not.toContain('tokenHash')
})
