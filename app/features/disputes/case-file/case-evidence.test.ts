import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addStatement } from '#app/features/disputes/add-statement.server.ts'
import { readableDecision } from '#app/features/disputes/decision-document.server.ts'
import { getDispute } from '#app/features/disputes/queries.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { resolveDispute } from '#app/features/escrow/resolve-dispute.server.ts'
import { signHandover } from '#app/features/handover/sign-handover.server.ts'
import { claimValuation } from '#app/features/valuations/claim-valuation.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { formatsFor } from '#app/i18n/languages.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { bidAttachments } from '#db/schema/bids.ts'
import { files } from '#db/schema/files.ts'
import { proposedChange } from '#tests/factories/change-order.ts'
import { type Deal, fund, password, signedDeal } from '#tests/factories/deal.ts'
import { storedFile } from '#tests/factories/document.ts'
import { approvedDeal, writtenHandover } from '#tests/factories/handover.ts'
import { createAdmin } from '#tests/factories/people.ts'
import { agreedSchedule, certified } from '#tests/factories/valuation.ts'
import { withoutSpaces } from '#tests/setup/canonical-values.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { pdfText } from '#tests/setup/pdf/pdf-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { findCaseBidFile, findDefectFile } from './defect-file.server.ts'
import { openCaseFile } from './open-case-file.server.ts'

let db: Database
let server: TestServer
let deal: Deal
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  deal = await signedDeal(db)
})

const fileId = (name: string) => db.select().from(files).where(eq(files.name, name)).all().at(-1)?.id ?? ''
const askAs = async (by: Parameters<typeof signedIn>[0], path: string) =>
  server.ask(path, { cookie: (await signedIn(by)).cookie })

it('lists valuations with certificates, changes, deliverables and statements, each with its files, on the page and in the PDF', async () => {
  const { client, provider, admin, contractId, milestoneIds } = deal
  const [milestoneId = ''] = milestoneIds
  fund(deal, milestoneId)
  const [first = '', second = ''] = agreedSchedule(deal, milestoneId)
  await certified(deal, milestoneId, [5000, 0])
  const sheet = storedFile('measured.txt', 'the measurement sheet')
  const lines = [
    { lineId: first, done: 10_000 },
    { lineId: second, done: 37_500 },
  ]
  claimValuation(provider, { milestoneId, lines, note: 'All cupboards are out.', files: [sheet] })
  await proposedChange(provider, { contractId })
  disputeMilestone(client, { milestoneId, reason: 'It leaks' })
  addStatement(provider, {
    subjectId: milestoneId,
    text: 'It rained.',
    files: [storedFile('rain.txt', 'how it rained')],
  })

  const { evidence } = openCaseFile(admin, contractId)!
  expect(evidence.milestones[0]?.valuations).toMatchObject([
    { name: 'V-1', certificate: 'PC-1', grossCents: expect.any(Number), files: [] },
    { name: 'V-2', certificate: null, claimedNetCents: 500_000, files: [{ name: 'measured.txt' }] },
  ])
  const shown = [
    'It leaks',
    'It rained.',
    'rain.txt',
    'measured.txt',
    sheet.sha256,
    'All cupboards are out.',
    'CO-1',
    'Rotten beam',
    'PC-1',
  ]
  const page = await askAs(admin, `/escrow/${contractId}/case-file`)
  for (const text of shown) expect(pageText(page.text)).toContain(text)
  for (const link of [
    `/files/${fileId('measured.txt')}`,
    `/files/${fileId('rain.txt')}`,
    `/valuations/${evidence.milestones[0]?.valuations[1]?.id}`,
  ]) {
    expect(page.text).toContain(`href="${link}"`)
    expect([link, (await askAs(admin, link)).status]).toEqual([link, 200])
  }
  const pdf = await askAs(admin, `/escrow/${contractId}/case-file.pdf`)
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  const said = withoutSpaces(await pdfText(pdf.bytes))
  for (const text of shown) expect(said).toContain(withoutSpaces(text))
  for (const other of [client, provider])
    expect((await askAs(other, `/escrow/${contractId}/case-file.pdf`)).status).not.toBe(200)
})

it('lists the defects of a protocol once a party has signed it, with files that the admin may open', async () => {
  const { client, provider, admin, contractId, milestoneIds } = deal
  approvedDeal(deal)
  const { defectFile } = writtenHandover({ client, provider }, contractId)
  disputeMilestone(client, { milestoneId: milestoneIds[0] ?? '', reason: 'It drips' })
  expect(openCaseFile(admin, contractId)?.evidence.handovers).toEqual([])
  expect(findDefectFile(admin, defectFile)).toBeNull()
  await signHandover(provider, { contractId, typedName: provider.actor.name, password })
  const [protocol] = openCaseFile(admin, contractId)?.evidence.handovers ?? []
  expect(protocol).toMatchObject({
    name: 'HO-1',
    status: 'proposed',
    defects: [{ description: 'The gutter drips', files: [{ fileId: defectFile, name: 'gutter.pdf', stage: 'found' }] }],
  })
  const { text } = await askAs(admin, `/escrow/${contractId}/case-file`)
  expect(pageText(text)).toContain('The gutter drips')
  expect(text).toContain(`href="/files/${defectFile}"`)
  expect((await askAs(admin, `/files/${defectFile}`)).status).toBe(200)
  expect(findDefectFile(createAdmin(db), defectFile)).not.toBeNull()
})

it('opens the files of the awarded bid, as they were opened, for the admin of its dispute alone', async () => {
  const { client, admin, contractId, bidId, milestoneIds } = deal
  const [current, replaced] = ['current.txt', 'replaced.txt'].map((name) => {
    const { sha256, size, mime, storedAs } = storedFile(name, `what ${name} says`)
    const id = newId()
    const of = {
      subjectType: 'bid' as const,
      subjectId: bidId,
      uploadedBy: client.actor.id,
      companyId: client.company.id,
    }
    db.insert(files)
      .values({ id, name, mime, size, sha256, storedAs, ...of, createdAt: 1 })
      .run()
    return id
  }) as [string, string]
  // Attached in the bid's first version, before its triggers: the verbs are tested where they are.
  const row = { bidId, sinceRevision: 1, addedBy: client.actor.id, addedAt: 1 }
  dropTriggersOf('bid_attachments')
  db.insert(bidAttachments)
    .values({ ...row, id: newId(), fileId: current, untilRevision: null } as never)
    .run()
  db.insert(bidAttachments)
    .values({ ...row, id: newId(), fileId: replaced, untilRevision: 2 } as never)
    .run()
  expect(findCaseBidFile(admin, current)).toBeNull()
  fund(deal, milestoneIds[0] ?? '')
  disputeMilestone(client, { milestoneId: milestoneIds[0] ?? '', reason: 'Not as offered' })
  expect([findCaseBidFile(admin, current)?.name, findCaseBidFile(admin, replaced)]).toEqual(['current.txt', null])
  expect(findCaseBidFile(client, current)).toBeNull()
  expect(openCaseFile(admin, contractId)?.evidence.bidFiles.map(({ name }) => name)).toEqual(['current.txt'])
})

it('names the companies as the signed contract does, whatever they are called now', async () => {
  const { client, provider, admin, contractId, milestoneIds } = deal
  const [subjectId = ''] = milestoneIds
  fund(deal, subjectId)
  disputeMilestone(client, { milestoneId: subjectId, reason: 'It leaks' })
  const signed = [client.company.name, provider.company.name]
  for (const { id } of [client.company, provider.company])
    db.update(companies).set({ name: 'Renamed Ltd' }).where(eq(companies.id, id)).run()
  const dispute = getDispute(client, subjectId)
  expect([dispute?.contract.clientName, dispute?.contract.providerName]).toEqual(signed)
  const held = dispute?.heldCents ?? 0
  await resolveDispute(admin, {
    milestoneId: subjectId,
    split: { clientCents: held, providerCents: 0 },
    reason: 'It leaks.',
  })
  const reader = { locale: 'en' as const, format: formatFor(formatsFor('en', null), 'Europe/Helsinki') }
  const document = JSON.stringify(readableDecision(getDispute(provider, subjectId)!, reader))
  for (const name of signed) expect(document).toContain(name)
  const { text } = await askAs(admin, `/escrow/${contractId}/case-file`)
  for (const said of [document, text]) expect(said.includes('Renamed Ltd')).toBe(false)
})

function dropTriggersOf(table: string): void {
  const names = db.$client
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?")
    .all(table) as { name: string }[]
  for (const { name } of names) db.$client.exec(`DROP TRIGGER ${name}`)
}
