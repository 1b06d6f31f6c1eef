import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { i18nFor, languageCookie } from '#app/i18n/i18n.server.ts'
import { locales } from '#app/i18n/locale.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies, formerNames, users } from '#db/schema/accounts.ts'
import { type Deal, draftedDeal, sendAndSign, sentDeal } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { withoutSpaces } from '#tests/setup/canonical-values.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { pdfText } from '#tests/setup/pdf/pdf-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { declineContract } from './decline-contract.server.ts'
import { getSigningCertificate } from './signing-certificate.server.ts'

let db: Database
let server: TestServer
let deal: Deal
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  const drafted = await draftedDeal(db)
  deal = { ...drafted, client: { ...drafted.client, ip: '192.0.2.7' } }
  await sendAndSign(deal)
})
afterAll(() => server.stop())

const pathOf = (contractId: string, name = 'certificate.pdf') => `/contracts/${contractId}/${name}`

it('shows both parties in each language, on the page and as a PDF, who signed what, when, from where and how', async () => {
  const certificate = getSigningCertificate(deal.client, deal.contractId)
  if (!certificate) throw new Error('there is no certificate')
  const { signatures, documentHash, number } = certificate
  expect(signatures.map(({ party }) => party)).toEqual(['provider', 'client'])
  const { cookie } = await signedIn(deal.provider)
  for (const locale of locales) {
    const t = i18nFor(locale).getFixedT(null, 'contracts')
    const tDocument = i18nFor(locale).getFixedT(null, 'documents')
    const chosen = (await languageCookie.serialize(locale)).split(';')[0]
    const headers = { Cookie: `${cookie}; ${chosen}`, 'Accept-Language': locale }
    const page = await server.ask(pathOf(deal.contractId, 'certificate'), { headers })
    const sheet = withoutSpaces(pageText(/<article[\s\S]*<\/article>/.exec(page.text)?.[0] ?? ''))
    const file = withoutSpaces(await pdfText((await server.ask(pathOf(deal.contractId), { headers })).bytes))
    const facts = [number, documentHash, '192.0.2.7', `${env.origin}/verify/${documentHash}`, 'Kitchen of the school']
    for (const { typedName, accountEmail, recordHash, signedAt } of signatures)
      facts.push(typedName, accountEmail, recordHash ?? '?', new Date(signedAt).toISOString())
    for (const party of [deal.client, deal.provider]) facts.push(party.company.name)
    const texts = [tDocument('certificate.kindText'), tDocument('certificate.howText'), t('event.send')]
    for (const each of [...facts, ...texts]) {
      expect(sheet, locale).toContain(withoutSpaces(each))
      expect(file, locale).toContain(withoutSpaces(each))
    }
  }
})

it('stays the same file when the signer and the company are called otherwise later', async () => {
  const { cookie } = await signedIn(deal.client)
  const before = await server.ask(pathOf(deal.contractId), { cookie })
  expect(before.headers['content-disposition']).toMatch(/filename="certificate-.+\.pdf"/)
  const { companyId, userId } = { companyId: deal.provider.company.id, userId: deal.provider.actor.id }
  db.update(companies).set({ name: 'Renamed Oy' }).where(eq(companies.id, companyId)).run()
  db.update(users).set({ name: 'Somebody Else' }).where(eq(users.id, userId)).run()
  const after = await server.ask(pathOf(deal.contractId), { cookie })
  expect(after.headers.etag).toBe(before.headers.etag)
})

it('names who sent the contract and who declined it, as they were called then', async () => {
  const sent = await sentDeal(db)
  const { client, provider, contractId } = sent
  declineContract(provider, { contractId, reason: 'Too late' })
  const was = client.actor.name
  db.insert(formerNames)
    .values({ id: newId(), userId: client.actor.id, name: was, changedAt: client.now + 1 })
    .run()
  db.update(users).set({ name: 'Married Since' }).where(eq(users.id, client.actor.id)).run()
  const trail = getSigningCertificate(provider, contractId)
  expect(trail).toMatchObject({ sentBy: was, ends: [{ action: 'decline', by: provider.actor.name }] })
  const { cookie } = await signedIn(provider)
  const said = pageText((await server.ask(pathOf(contractId, 'certificate'), { cookie })).text)
  expect(said).toContain(was)
  expect(said).not.toContain('Married Since')
})

it('says that a contract which both have not signed is not in force', async () => {
  const sent = await sentDeal(db)
  const { cookie } = await signedIn(sent.provider)
  const { text } = await server.ask(pathOf(sent.contractId, 'certificate'), { cookie })
  expect(pageText(text)).toContain('Not in force')
  expect(await pdfText((await server.ask(pathOf(sent.contractId), { cookie })).bytes)).toContain('Not in force')
})

it('is verified with times in a zone that is named, and the seal of a PDF where there may be one', async () => {
  const verified = async ({ documentHash = '' }: { documentHash?: string }) =>
    pageText((await server.ask(`/verify/${documentHash}`)).text)
  const signed = await verified(getSigningCertificate(deal.client, deal.contractId) ?? {})
  // When it was sent, and when each party signed.
  expect(signed.match(/\(Helsinki time\)|\(Europe\/Helsinki\)|Helsinki/g)).toHaveLength(3)
  expect(signed).toContain('Check this document’s seal')
  const sent = await sentDeal(db)
  const unsigned = await verified(getSigningCertificate(sent.client, sent.contractId) ?? {})
  expect(unsigned).not.toContain('Check this document’s seal')
  // An unknown hash may be that of a sealed PDF file.
  expect(await verified({ documentHash: '0'.repeat(64) })).toContain('Check this document’s seal')
})

it('is nothing for strangers, and of a draft', async () => {
  const { cookie } = await signedIn(createPerson(db))
  const drafted = await draftedDeal(db)
  const own = await signedIn(drafted.client)
  for (const name of ['certificate', 'certificate.pdf']) {
    expect((await server.ask(pathOf(deal.contractId, name), { cookie })).status).toBe(404)
    expect((await server.ask(pathOf(drafted.contractId, name), { cookie: own.cookie })).status).toBe(404)
  }
})
