import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatFor } from '#app/i18n/format.ts'
import { i18nFor, languageCookie } from '#app/i18n/i18n.server.ts'
import { locales } from '#app/i18n/locale.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { type Deal, draftedDeal, signedDeal } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { valuesToSee, withoutSpaces } from '#tests/setup/canonical-values.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pdfPages, pdfText } from '#tests/setup/pdf/pdf-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { getContractPaper } from './readable-contract.server.ts'

let db: Database
let server: TestServer
let deal: Deal
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  deal = await signedDeal(db)
})
afterAll(() => server.stop())

const path = ({ contractId }: Deal) => `/contracts/${contractId}/contract.pdf`

it('says in each language everything that the contract’s page says', async () => {
  const { cookie } = await signedIn(deal.provider)
  const paper = getContractPaper(deal.provider, deal.contractId)
  for (const locale of locales) {
    const chosen = (await languageCookie.serialize(locale)).split(';')[0]
    const headers = { Cookie: `${cookie}; ${chosen}`, 'Accept-Language': locale }
    const { status, bytes } = await server.ask(path(deal), { headers })
    expect(status).toBe(200)
    const t = i18nFor(locale).getFixedT(null, 'contracts')
    const format = formatFor(locale, deal.provider.actor.timeZone ?? 'Europe/Helsinki')
    const said = withoutSpaces(await pdfText(bytes))
    for (const value of valuesToSee(paper?.text ?? '', t, format)) expect(said, locale).toContain(value)
    for (const each of ['We begin on Monday.', paper?.hash ?? '?', `${env.origin}/verify/${paper?.hash}`])
      expect(said).toContain(withoutSpaces(each))
    expect(said).toContain(withoutSpaces(t('paper.proof')))
  }
})

it('carries the signed text, is called by its number, and is not sent again to a browser that has it', async () => {
  const { cookie } = await signedIn(deal.client)
  const { headers, bytes } = await server.ask(path(deal), { cookie })
  const paper = getContractPaper(deal.client, deal.contractId)
  expect(headers['content-disposition']).toBe(`attachment; filename="contract-${paper?.number}.pdf"`)
  expect([headers['content-type'], headers['cache-control']]).toEqual(['application/pdf', 'private, no-cache'])
  expect(bytes.toString('latin1')).toContain(
    createHash('md5')
      .update(paper?.text ?? '')
      .digest('hex'),
  )
  const again = await server.ask(path(deal), { cookie, headers: { 'If-None-Match': headers.etag } })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
})

it('marks a draft on each page and carries no text to sign', async () => {
  const drafted = await draftedDeal(db)
  const { cookie } = await signedIn(drafted.client)
  const { bytes } = await server.ask(path(drafted), { cookie })
  for (const page of await pdfPages(bytes)) expect(page.startsWith('Draft')).toBe(true)
  expect(bytes.toString('latin1')).not.toContain('groundwork-contract')
  expect((await server.ask(path(drafted), { cookie: (await signedIn(drafted.provider)).cookie })).status).toBe(404)
})

it('tells strangers and guests that there is nothing', async () => {
  const { cookie } = await signedIn(createPerson(db))
  const { status, headers } = await server.ask(path(deal), { cookie })
  expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
  expect((await server.ask(path(deal))).status).toBe(302)
})
