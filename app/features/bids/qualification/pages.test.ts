import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { setAwardTerms } from '#app/features/evaluation/set-award-terms.server.ts'
import { listDemanded } from '#app/features/projects/demanded-certificates.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { getCertificates } from '#app/features/qualifications/certificates.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { createBidDraft } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, day } from '#tests/factories/project.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let client: CompanyContext
let bidder: CompanyContext
let cookies: { client: string; bidder: string }
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  const now = Date.now()
  ;[client, bidder] = [createPerson(db, { now }), createPerson(db, { now })]
  cookies = { client: (await signedIn(client)).cookie, bidder: (await signedIn(bidder)).cookie }
})
afterAll(() => server.stop())

type Who = 'client' | 'bidder'
const page = async (who: Who, path: string) => (await server.ask(path, { cookie: cookies[who] })).text
const send = async (who: Who, path: string, fields: Record<string, string>) => {
  const form = { submissionId: newId(), ...fields }
  const { status, headers } = await server.ask(path, { cookie: cookies[who], form })
  return `${status} ${headers.location ?? ''}`
}

/** Posts the form of a certificate with its file, as a browser without scripts does. */
function addCertificate(fields: Record<string, string>, back: string) {
  const parts = Object.entries({ submissionId: newId(), issuer: 'Verohallinto', ...fields }).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file =
    '--b\r\nContent-Disposition: form-data; name="files"; filename="tax.txt"\r\nContent-Type: text/plain\r\n\r\nno debt\r\n'
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b', Origin: ownOrigin }
  const body = `${[...parts, file].join('')}--b--\r\n`
  return server.ask(`/company-settings/certificates/add?returnTo=${back}`, { cookie: cookies.bidder, headers, body })
}

it('a client demands certificates, a bidder answers, and an award waits for what is missing, all by plain forms', async () => {
  const { id: projectId } = createDraft(client, { bidDeadline: client.now + 10 * day })
  const requirement = 'Speaks Finnish on site.'
  setAwardTerms(client, { projectId, terms: { ratio: null, requirements: [requirement] } })
  const demand = `/projects/${projectId}/criteria/certificates`
  expect((await page('client', `${demand}?preset=statutory`)).match(/checked=""/g)).toHaveLength(7)
  const fields = { kinds: 'tax_debt', liabilitySum: '', 'others[0].name': 'Rescue plan' }
  expect(await send('client', demand, fields)).toBe(`303 /projects/${projectId}/criteria`)
  expect(listDemanded(db, projectId)).toEqual([
    { kind: 'tax_debt', label: null, minSumCents: null },
    { kind: 'other', label: 'Rescue plan', minSumCents: null },
  ])
  publishProject(client, { projectId })
  expect(await page('bidder', `/projects/${projectId}/criteria`)).toContain('Rescue plan')

  const { id: bidId } = createBidDraft(bidder, projectId)
  const review = await page('bidder', `/bids/${bidId}/review`)
  for (const text of ['3 are not in order today.', 'The bid can be submitted as it is.', requirement, 'Missing'])
    expect(review).toContain(text)
  const answers = `/bids/${bidId}/qualification`
  const shown = await page('bidder', answers)
  expect(shown).toContain(`/company-settings/certificates/add?returnTo=${answers}`)
  const yes = { 'answers[0].requirement': requirement, 'answers[0].meets': 'yes', 'answers[0].words': 'All of us.' }
  expect(await send('bidder', answers, yes)).toBe(`303 /bids/${bidId}/review`)
  expect(await send('bidder', `/bids/${bidId}/submit`, {})).toMatch(/^303/)
  expect(getBid(bidder, bidId)).toMatchObject({ status: 'submitted', sealIntact: true })
  closeBidding(client, { projectId })

  const compared = await page('client', `/projects/${projectId}/bids`)
  expect(compared).toMatch(/<thead(?:(?!<\/thead>).)*Incomplete/s)
  expect(compared).toContain('Bids that lack a valid certificate that was demanded')
  const award = await page('client', `/bids/${bidId}/award`)
  for (const text of ['cannot be awarded yet', 'Rescue plan: Missing', `/bids/${bidId}/ask-completion`])
    expect(award).toContain(text)
  expect(await send('client', `/bids/${bidId}/award`, { contact: 'Ann', reason: '' })).toMatch(/^4/)
  expect(await page('client', `/bids/${bidId}/reject`)).toContain('Rescue plan: Missing')
  const ask = `/bids/${bidId}/ask-completion`
  expect(await send('client', ask, { days: '0' })).toMatch(/^422/)
  expect(await send('client', ask, { days: '5', message: 'Both, please.' })).toBe(`303 /bids/${bidId}`)
  expect(await page('client', `/projects/${projectId}/bids`)).toContain('Asked to complete')

  const complete = `/bids/${bidId}/complete`
  expect(await page('bidder', `/bids/${bidId}`)).toContain(complete)
  expect(await page('bidder', complete)).toContain('Both, please.')
  const today = new Date().toISOString().slice(0, 10)
  expect((await addCertificate({ kind: 'tax_debt' }, complete)).status).toBe(422)
  const added = await addCertificate({ kind: 'tax_debt', issuedOn: today }, complete)
  expect([added.status, added.headers.location]).toEqual([303, complete])
  await addCertificate({ kind: 'other', label: 'Plan of rescue', issuedOn: today }, complete)
  const kept = getCertificates(bidder)
  expect(kept.map(({ kind, fileName }) => [kind, fileName])).toEqual([
    ['other', 'tax.txt'],
    ['tax_debt', 'tax.txt'],
  ])
  expect(
    await send('bidder', complete, {
      ...{ 'certificates[0].kind': 'tax_debt', 'certificates[0].certificateId': kept[1]?.id ?? '' },
      ...{ 'certificates[1].kind': 'other', 'certificates[1].label': 'Rescue plan' },
      'certificates[1].certificateId': kept[0]?.id ?? '',
    }),
  ).toBe(`303 /bids/${bidId}`)
  expect(await page('client', `/projects/${projectId}/bids`)).toContain('Qualified')
  expect(await page('client', `/files/${kept[0]?.fileId}`)).toBe('no debt')
  expect(await send('client', `/bids/${bidId}/award`, { contact: 'Ann', reason: '' })).toBe(
    `303 /projects/${projectId}`,
  )
})
