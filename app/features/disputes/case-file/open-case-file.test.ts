import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { findReadableFile } from '#app/features/escrow/readable-file.server.ts'
import { resolveDispute } from '#app/features/escrow/resolve-dispute.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { auditLog } from '#db/schema/audit.ts'
import { files } from '#db/schema/files.ts'
import { projectAddenda } from '#db/schema/projects.ts'
import { approved, fund, signedDeal } from '#tests/factories/deal.ts'
import { createAdmin } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { openCaseFile } from './open-case-file.server.ts'

const forbidden = expect.objectContaining({ code: 'forbidden' })

async function disputedDeal() {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const [milestoneId = '', otherId = ''] = deal.milestoneIds
  approved(deal, milestoneId)
  fund(deal, otherId)
  return { ...deal, deal, db, milestoneId, otherId }
}

it('shows an admin the signed contract, the awarded bid and the project, only in a dispute', async () => {
  const { db, client, admin, contractId, milestoneId, projectId } = await disputedDeal()
  db.insert(projectAddenda)
    .values({ id: 'a', projectId, version: 2, summary: 'Two doors more.', createdBy: client.actor.id, createdAt: 1 })
    .run()
  expect(openCaseFile(admin, contractId)).toBeNull()
  disputeMilestone(client, { milestoneId, reason: 'It leaks' })
  const { contract, bid, project } = openCaseFile(admin, contractId) ?? {}
  expect(contract?.paper.text).toContain('What was said holds.')
  expect(contract?.paper.text).toContain(client.company.name)
  expect(contract?.signatures.map(({ party }) => party)).toEqual(['provider', 'client'])
  expect([bid?.netCents, bid?.lines.length, bid?.seals.length, bid?.sealIntact]).toEqual([1_000_000, 1, 1, true])
  expect([project?.id, project?.addenda.map(({ summary }) => summary)]).toEqual([projectId, ['Two doors more.']])
})

it('stays open to the admin who resolved the dispute, and to no other', async () => {
  const { db, client, admin, contractId, milestoneId } = await disputedDeal()
  const other = createAdmin(db)
  const fileId = db.select().from(files).get()?.id ?? ''
  disputeMilestone(client, { milestoneId, reason: 'It leaks' })
  expect(openCaseFile(other, contractId)).not.toBeNull()
  const split = { clientCents: 0, providerCents: 627_500 }
  await resolveDispute(admin, { milestoneId, split, reason: 'It was done' })
  expect([openCaseFile(admin, contractId)?.contract.id, openCaseFile(other, contractId)]).toEqual([contractId, null])
  expect([findReadableFile(admin, fileId)?.name, findReadableFile(other, fileId)]).toEqual(['plan.pdf', null])
})

it('is closed to the parties, to admins who work for one, and to everybody without the right', async () => {
  const { client, admin, contractId, milestoneId } = await disputedDeal()
  disputeMilestone(client, { milestoneId, reason: 'It leaks' })
  expect(() => openCaseFile(client, contractId)).toThrow(forbidden)
  const member = { companyRole: 'member' as const, modules: { escrow: 'none' as const } }
  for (const own of [{}, member]) {
    const partial = { ...admin, company: client.company, actor: { ...admin.actor, ...own } }
    expect(openCaseFile(partial, contractId)).toBeNull()
  }
  expect(openCaseFile(admin, 'nothing')).toBeNull()
})

it('records every opening in the audit trail', async () => {
  const { db, deal, client, admin, contractId, otherId } = await disputedDeal()
  disputeMilestone(client, { milestoneId: otherId, reason: 'Nothing was done' })
  openCaseFile(admin, contractId)
  openCaseFile(admin, contractId)
  const rows = db.select().from(auditLog).where(eq(auditLog.action, 'contract.open_case_file')).all()
  expect(rows.map(({ actorId, subjectId }) => [actorId, subjectId])).toEqual(
    Array.from({ length: 2 }, () => [deal.admin.actor.id, contractId]),
  )
  expect(verifyAudit(db).brokenAt).toBeNull()
})
