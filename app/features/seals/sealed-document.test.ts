import { createHash, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { contractPdf } from '#app/features/contracts/contract-pdf.server.ts'
import { paperOf } from '#app/features/contracts/readable-contract.server.ts'
import { removeOrphans } from '#app/features/files/remove-orphans.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { languageCookie } from '#app/i18n/i18n.server.ts'
import { env } from '#app/platform/env.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import type { Database } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/audit.ts'
import { contracts } from '#db/schema/contracts.ts'
import { sealCertificates, sealedDocuments } from '#db/schema/seals.ts'
import { createParties, type Deal, type Parties, sentDeal, signedDeal } from '#tests/factories/deal.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pdfText } from '#tests/setup/pdf/pdf-text.ts'
import { sealHolds } from '#tests/setup/pdf/seal-of-pdf.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { timeStampService } from '#tests/setup/time-stamps.ts'
import { holder, pkcs12 } from '#tests/setup/x509-certificates.ts'
import { sealedDocument } from './sealed-document.server.ts'

let db: Database
let server: TestServer
let people: Parties
let deal: Deal
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  people = await createParties(db)
  deal = await signedDeal(db, people)
})
afterAll(() => server.stop())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function download(by: 'client' | 'provider', { contractId }: Deal, locale = 'en', more = {}, name = 'contract') {
  const { cookie } = await signedIn(people[by])
  const chosen = (await languageCookie.serialize(locale)).split(';')[0]
  const headers = { Cookie: `${cookie}; ${chosen}`, ...more }
  return server.ask(`/contracts/${contractId}/${name}.pdf`, { headers })
}

it('tells on its page that there is no certificate before there is one', async () => {
  const page = await server.ask('/seal')
  expect([page.status, page.text.includes('No certificate yet')]).toEqual([200, true])
  expect((await server.ask('/seal.cer')).status).toBe(404)
})

it('is one file for both parties, however many ask for it first, and is recorded', async () => {
  const first = await Promise.all([download('client', deal), download('provider', deal), download('provider', deal)])
  const later = await download('client', deal)
  expect(new Set([...first, later].map(({ status, bytes }) => `${status} ${sha256(bytes)}`))).toEqual(
    new Set([`200 ${sha256(later.bytes)}`]),
  )
  expect(await sealHolds(later.bytes)).toBe(true)
  expect(await pdfText(later.bytes)).toContain('Kitchen of the school')
  expect(later.headers.etag).toBe(`"${sha256(later.bytes)}"`)
  const [row, ...more] = db.select().from(sealedDocuments).all()
  expect(more).toEqual([])
  expect(row).toMatchObject({ contractId: deal.contractId, size: later.bytes.length, sha256: sha256(later.bytes) })
  const told = db
    .select()
    .from(auditLog)
    .all()
    .filter(({ action }) => action === 'contract.seal')
  expect(told.map(({ subjectId, detail }) => [subjectId, JSON.parse(detail).sha256])).toEqual([
    [deal.contractId, sha256(later.bytes)],
  ])
})

it('is another file in another language, wherever the reader is', async () => {
  const [english, finnish] = [await download('client', deal), await download('client', deal, 'fi')]
  expect(sha256(finnish.bytes)).not.toBe(sha256(english.bytes))
  expect(await sealHolds(finnish.bytes)).toBe(true)
})

it('is the same file for every English', async () => {
  const files = await Promise.all(
    ['en-GB', 'en-US', 'en-IE', 'en'].map((english) => download('client', deal, 'en', { 'Accept-Language': english })),
  )
  expect(new Set(files.map(({ bytes }) => sha256(bytes))).size).toBe(1)
})

it('is made of the signing certificate too, the same for both parties wherever they are', async () => {
  db.update(users).set({ timeZone: 'Asia/Tokyo' }).where(eq(users.id, people.provider.actor.id)).run()
  onTestFinished(
    () => void db.update(users).set({ timeZone: null }).where(eq(users.id, people.provider.actor.id)).run(),
  )
  const [first, second] = [
    await download('client', deal, 'en', { 'Accept-Language': 'en-US' }, 'certificate'),
    await download('provider', deal, 'en', {}, 'certificate'),
  ]
  expect([first.status, sha256(first.bytes)]).toEqual([200, sha256(second.bytes)])
  expect(await sealHolds(first.bytes)).toBe(true)
  const unsigned = await download('client', await sentDeal(db, people), 'en', {}, 'certificate')
  expect([unsigned.status, unsigned.bytes.includes('/Sig')]).toEqual([200, false])
})

it('is not made before both have signed', async () => {
  const before = db.select().from(sealedDocuments).all().length
  const { status, bytes } = await download('client', await sentDeal(db, people))
  expect(status).toBe(200)
  expect(bytes.includes('/Sig')).toBe(false)
  expect(db.select().from(sealedDocuments).all()).toHaveLength(before)
})

it('stays stored, and neither it nor its certificate can be changed', async () => {
  const { bytes } = await download('client', deal)
  await removeOrphans(db, Date.now() + 40 * 86_400_000)
  expect(sha256((await download('client', deal)).bytes)).toBe(sha256(bytes))
  const again = (table: string) => `INSERT OR REPLACE INTO ${table} SELECT * FROM ${table}`
  for (const table of ['sealed_documents', 'seal_certificates'])
    for (const change of [`UPDATE ${table} SET rowid = rowid`, `DELETE FROM ${table}`, again(table)])
      expect(() => db.$client.exec(change), change).toThrow('is immutable')
})

it('is refused with a reason while the certificate is not valid, of which admins and the metrics tell', async () => {
  const [ended, given] = [
    await holder('Ended Oy', { when: 'ended' }),
    { file: env.SEAL_KEY_FILE, word: env.SEAL_KEY_PASSWORD },
  ]
  const file = join(env.dataDir, 'ended.p12')
  writeFileSync(file, await pkcs12(ended.key, [ended.certificate], 'sesame'))
  const { bytes: kept } = await download('client', deal)
  onTestFinished(() => void Object.assign(env, { SEAL_KEY_FILE: given.file, SEAL_KEY_PASSWORD: given.word }))
  Object.assign(env, { SEAL_KEY_FILE: file, SEAL_KEY_PASSWORD: 'sesame' })
  const refused = await download('client', await signedDeal(db, people))
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('certificate of the seal is not valid')])
  expect(sha256((await download('client', deal)).bytes)).toBe(sha256(kept))
  const dashboard = await server.ask('/dashboard', { cookie: (await signedIn(people.admin)).cookie })
  expect(dashboard.text).toContain('No document can be sealed: the certificate of the seal is valid from')
})

it('shows everybody the certificate, and the earlier ones after the key was replaced', async () => {
  await download('client', deal)
  const old = db.select().from(sealCertificates).get()
  const kept = env.ownSealKeyPath
  onTestFinished(() => void Object.assign(env, { ownSealKeyPath: kept }))
  Object.assign(env, { ownSealKeyPath: join(env.dataDir, 'another-seal-key.pem') })
  const another = await download('provider', await signedDeal(db, people))
  expect(await sealHolds(another.bytes)).toBe(true)

  const current = await server.ask('/seal.cer')
  expect(current.headers['content-type']).toBe('application/pkix-cert')
  expect(sha256(current.bytes)).not.toBe(old?.fingerprint)
  const earlier = await server.ask(`/seal.cer?sha256=${old?.fingerprint}`)
  expect(sha256(earlier.bytes)).toBe(old?.fingerprint)
  const page = await server.ask('/seal')
  const places = [current, earlier].map(({ bytes }) => page.text.indexOf(new X509Certificate(bytes).fingerprint256))
  expect(places[0]).toBeGreaterThan(0)
  expect(places[1]).toBeGreaterThan(page.text.indexOf('Earlier certificates'))
  expect(page.text).toContain('not a qualified electronic seal')
  expect(page.text).not.toContain('<script')
  expect((await server.ask('/seal.cer?sha256=unknown')).status).toBe(404)
})

it('is made anew with a time stamp where the service gave none, once an hour, and the file without one stays', async () => {
  onTestFinished(() => void Object.assign(env, { TIMESTAMP_URL: undefined }))
  const { provider, contractId } = await signedDeal(db, people)
  const contract = db.select().from(contracts).where(eq(contracts.id, contractId)).get()!
  const reader = { locale: 'en' as const, format: formatFor('en', 'Europe/Helsinki') }
  const file = contractPdf(paperOf(db, contract), reader)
  const of = { contractId, kind: 'contract', reason: 'Signed' } as const
  // The certificate is of today.
  const start = Date.now()
  const rows = () => db.select().from(sealedDocuments).where(eq(sealedDocuments.contractId, contractId)).all()
  await using failing = await timeStampService('failure')
  await using service = await timeStampService()
  const ask = (later: number, by = service) => {
    Object.assign(env, { TIMESTAMP_URL: by.url })
    return sealedDocument({ ...provider, now: start + later }, of, file, by.network)
  }
  const first = await ask(0, failing)
  expect([first.isStamped, (await ask(1000, failing)).sha256 === first.sha256]).toEqual([false, true])
  // It was asked again a second later, and then not within the hour.
  await ask(2000)
  expect([failing.asked.length, service.asked.length, rows().length]).toEqual([2, 0, 1])
  const stamped = await ask(3_700_000)
  expect([stamped.isStamped, (await ask(9_000_000)).sha256]).toEqual([true, stamped.sha256])
  expect(rows().map(({ sha256: kept, isStamped }) => [kept, isStamped])).toEqual([
    [first.sha256, false],
    [stamped.sha256, true],
  ])
  expect([service.asked.length, verifyAudit(db).brokenAt]).toEqual([1, null])
})
