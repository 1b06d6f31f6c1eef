import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { setAwardTerms } from '#app/features/evaluation/set-award-terms.server.ts'
import { cancelProject } from '#app/features/projects/cancel-project.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import type { ProjectInput } from '#app/features/projects/schemas.server.ts'
import { setDemanded } from '#app/features/qualifications/set-demanded.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { setPublicPage } from './set-public-page.server.ts'
import { tendersPerPage } from './tender-key.ts'

let db: Database
let server: TestServer
let owner: CompanyContext
let bidder: CompanyContext
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  owner = createPerson(db, { now: Date.now() })
  bidder = createPerson(db, { now: Date.now() })
})
afterAll(() => server.stop())

const soon = () => ({ bidDeadline: Date.now() + 3 * day })
const open = (change: Partial<ProjectInput> = {}) => createOpenProject(owner, { ...soon(), ...change }).id
function publicProject(change?: Partial<ProjectInput>): string {
  const projectId = open(change)
  setPublicPage(owner, { projectId, isPublic: true })
  return projectId
}
const status = async (id: string) => (await server.ask(`/tenders/${id}`)).status

it('shows a visitor what a bidder needs, and nothing else', async () => {
  const draft = createDraft(owner, { ...soon(), title: 'Roof of the <old> mill', budget: 98_765_400 })
  setAwardTerms(owner, { projectId: draft.id, terms: { ratio: null, requirements: ['Speaks Finnish on site.'] } })
  const demanded = [{ kind: 'liability_insurance' as const, label: null, minSumCents: 100_000_000 }]
  setDemanded(owner, { projectId: draft.id, demanded })
  setPublicPage(owner, { projectId: draft.id, isPublic: true })
  expect(await status(draft.id)).toBe(404)
  publishProject(owner, { projectId: draft.id })
  const { status: found, text, headers } = await server.ask(`/tenders/${draft.id}`)
  expect(found).toBe(200)
  for (const shown of [
    'Roof of the &lt;old&gt; mill',
    owner.company.name,
    'Espoo',
    'the school stays open',
    'Demolition',
  ])
    expect(text).toContain(shown)
  for (const shown of [
    '120 m²',
    'Europe/Helsinki',
    'Speaks Finnish on site.',
    'Liability insurance, at least €1,000,000.00',
    `href="/projects/${draft.id}"`,
    'Log in or sign up',
  ])
    expect(text).toContain(shown)
  const scripts = [...text.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)]
  expect(scripts.map(([, attributes]) => attributes?.trim())).toEqual(['type="application/ld+json"'])
  const project = db.$client.prepare('SELECT bid_deadline FROM projects WHERE id = ?').pluck().get(draft.id)
  expect(JSON.parse(scripts[0]?.[2] ?? '')).toMatchObject({
    ...{ '@context': 'https://schema.org', '@type': 'Organization', name: owner.company.name },
    seeks: {
      ...{ '@type': 'Demand', name: 'Roof of the <old> mill', url: `${env.origin}/tenders/${draft.id}` },
      validThrough: new Date(Number(project)).toISOString(),
      areaServed: { '@type': 'Place', name: 'Espoo' },
      itemOffered: { '@type': 'Service', serviceType: 'Kitchen' },
    },
  })
  for (const hidden of ['987,654', owner.actor.name, owner.actor.email, 'noindex', 'specification.txt'])
    expect(text).not.toContain(hidden)
  const { cookie } = await signedIn(bidder)
  const own = await server.ask(`/projects/${draft.id}`, { cookie })
  expect(own.text).toContain('Liability insurance, at least €1,000,000.00')
  const url = `${env.origin}/tenders/${draft.id}`
  expect(text).toContain(`<link rel="canonical" href="${url}"/>`)
  expect(text).toContain('<meta property="og:title" content="Roof of the &lt;old&gt; mill"/>')
  expect(text).toMatch(/<meta name="description" content="A new kitchen[^"]*"\/>/)
  const unchanged = await server.ask(`/tenders/${draft.id}`, { headers: { 'If-None-Match': String(headers.etag) } })
  expect([unchanged.status, unchanged.text]).toEqual([304, ''])
})

it('has a picture for previews of links, in the language of its address', async () => {
  const id = publicProject({
    title: 'Repair of facades and balconies of a house whose name is far too long '.repeat(3),
  })
  const { text } = await server.ask(`/tenders/${id}`, { headers: { 'Accept-Language': 'fi' } })
  const address = `/tenders/${id}/picture.png?language=fi`
  expect(text).toContain(`<meta property="og:image" content="${env.origin}${address}"/>`)
  const picture = await fetch(server.url + address)
  expect(picture.headers.get('content-type')).toBe('image/png')
  const size = await sharp(await picture.arrayBuffer()).metadata()
  expect(size).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect((await server.ask(`/tenders/${open()}/picture.png`)).status).toBe(404)
  expect((await server.ask('/picture.png?language=no-such')).headers['content-type']).toBe('image/png')
})

it('leads to the project by way of the login, and gives a visitor no cookie', async () => {
  const id = publicProject()
  const { text, headers } = await server.ask(`/tenders/${id}`)
  expect(text).toContain(`href="/projects/${id}"`)
  expect(headers['set-cookie']).toBeUndefined()
  expect((await server.ask(`/projects/${id}`)).headers).toMatchObject({
    location: '/login',
    'set-cookie': [expect.stringContaining('return-to')],
  })
  const { cookie } = await signedIn(bidder)
  expect((await server.ask(`/tenders/${id}`, { cookie })).text).toContain('View project')
})

it('is not found for a project that is not shown, is by invitation or was cancelled', async () => {
  expect(await status(open())).toBe(404)
  expect(await status('unknown')).toBe(404)
  const invited = createDraft(owner, { ...soon(), invitedOnly: true }).id
  expect(() => setPublicPage(owner, { projectId: invited, isPublic: true })).toThrow('tenderpages:setting.invitedOnly')
  const shown = createDraft(owner, soon()).id
  setPublicPage(owner, { projectId: shown, isPublic: true })
  db.$client.prepare('UPDATE projects SET invited_only = 1 WHERE id = ?').run(shown)
  publishProject(owner, { projectId: shown })
  expect(await status(shown)).toBe(404)
  const cancelled = publicProject({ title: 'Cancelled mill' })
  cancelProject(owner, { projectId: cancelled, reason: 'No money' })
  expect(await status(cancelled)).toBe(404)
  expect((await server.ask('/tenders')).text).not.toContain('Cancelled mill')
})

it('says only that bidding is closed, to people and to search engines', async () => {
  const id = publicProject({ title: 'Closed mill' })
  createSubmittedBid(bidder, id)
  expect((await server.ask('/tenders')).text).toContain('Closed mill')
  closeBidding(owner, { projectId: id })
  const { text } = await server.ask(`/tenders/${id}`)
  expect(text).toContain('Bidding is closed')
  expect(text).toContain('<meta name="robots" content="noindex"/>')
  expect(text).not.toContain('How to bid')
  expect(text).not.toContain('<script')
  expect((await server.ask('/tenders')).text).not.toContain('Closed mill')
  expect(() => setPublicPage(owner, { projectId: id, isPublic: false })).toThrow('tenderpages:setting.closed')
})

it('says so from the deadline on, before the bids are opened', async () => {
  const id = publicProject({ title: 'Late mill' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * day + 1 })
  try {
    expect((await server.ask(`/tenders/${id}`)).text).toContain('Bidding is closed')
    expect((await server.ask('/tenders')).text).not.toContain('Late mill')
  } finally {
    vi.useRealTimers()
  }
})

it('the client shows the project and takes it off', async () => {
  const id = open()
  const { cookie } = await signedIn(owner)
  const path = `/projects/${id}/public-page`
  expect((await server.ask(`/projects/${id}`, { cookie })).text).toContain(`href="${path}"`)
  expect((await server.ask(path, { cookie })).text).not.toContain(`href="/tenders/${id}"`)
  expect(await server.ask(path, { cookie, form: { isPublic: 'on' } })).toMatchObject({ status: 303 })
  expect((await server.ask(path, { cookie })).text).toContain(`href="/tenders/${id}"`)
  expect(await status(id)).toBe(200)
  await server.ask(path, { cookie, form: { projectId: id } })
  expect(await status(id)).toBe(404)
  const audited = 'SELECT count(*) FROM audit_log WHERE action = ? AND subject_id = ?'
  expect(db.$client.prepare(audited).pluck().get('project.set_public_page', id)).toBe(2)
  const { cookie: other } = await signedIn(bidder)
  expect((await server.ask(path, { cookie: other, form: { isPublic: 'on' } })).status).toBe(404)
  expect(await status(id)).toBe(404)
})

it('lists the open ones page by page, each once, those that close next first', async () => {
  db.$client.prepare('UPDATE projects SET is_public = 0').run()
  const bidDeadline = Date.now() + 5 * day
  const ids = Array.from({ length: tendersPerPage + 2 }, () => publicProject({ bidDeadline }))
  const first = publicProject({ bidDeadline: bidDeadline - day })
  const listed = (text: string) => [...text.matchAll(/href="\/tenders\/([0-9a-f-]{36})"/g)].map(([, id]) => id)
  const page = (await server.ask('/tenders')).text
  expect(listed(page)[0]).toBe(first)
  const next = /href="(\/tenders\?after=[^"]+)"/.exec(page)?.[1] ?? ''
  const rest = (await server.ask(next)).text
  expect(rest).not.toContain('?after=2')
  expect([...listed(page), ...listed(rest)].sort()).toEqual([...ids, first].sort())
  for (const wrong of ['x', '1.2', `${'9'.repeat(30)}.${first}`])
    expect(listed((await server.ask(`/tenders?after=${wrong}`)).text)).toHaveLength(tendersPerPage)
  expect((await server.ask('/')).text).toContain('href="/tenders"')
})

it('narrows the list and its feed by category and place, from page to page', async () => {
  db.$client.prepare('UPDATE projects SET is_public = 0').run()
  const kitchen = publicProject({ title: 'Kitchen <&> of the mill', category: 'kitchen', location: 'Oulu' })
  const roof = publicProject({ category: 'roofing', location: 'Oulu' })
  const elsewhere = publicProject({ category: 'kitchen', location: 'Ähtäri & Ahti' })
  const hidden = open({ category: 'kitchen', location: 'Secret' })
  const found = async (query: string) => {
    const [page, feed] = await Promise.all([server.ask(`/tenders${query}`), server.ask(`/tenders.atom${query}`)])
    expect(page.text).not.toContain(hidden)
    const inPage = [...page.text.matchAll(/href="\/tenders\/([0-9a-f-]{36})"/g)].map(([, id]) => id)
    expect([...feed.text.matchAll(/<id>urn:uuid:(.*?)<\/id>/g)].map(([, id]) => id)).toEqual(inPage)
    return inPage.sort()
  }
  expect(await found('')).toEqual([kitchen, roof, elsewhere].sort())
  expect(await found('?category=kitchen')).toEqual([kitchen, elsewhere].sort())
  expect(await found('?place=Oulu')).toEqual([kitchen, roof].sort())
  expect(await found('?place=Oulu&category=kitchen')).toEqual([kitchen])
  expect(await found('?place=Nowhere')).toEqual([])
  expect(await found('?category=nonsense')).toEqual([kitchen, roof, elsewhere].sort())
  const { text } = await server.ask('/tenders?place=Oulu')
  expect([...text.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value)).toEqual(
    expect.arrayContaining(['Oulu', 'Ähtäri &amp; Ahti']),
  )
  expect(text).not.toContain('Secret')
  const feed = await server.ask('/tenders.atom?place=Oulu')
  expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(feed.text).toContain('<title>Kitchen &lt;&amp;&gt; of the mill</title>')
  expect(feed.text).toMatch(/<link rel="self" href="[^"]+\/tenders\.atom\?place=Oulu"\/>/)
  const many = Array.from({ length: tendersPerPage + 1 }, () =>
    publicProject({ location: 'Oulu', category: 'painting' }),
  )
  const next = /href="(\/tenders\?category=painting&amp;place=Oulu&amp;after=[^"]+)"/
  const href = next.exec((await server.ask('/tenders?category=painting&place=Oulu')).text)?.[1] ?? ''
  const rest = await server.ask(href.replaceAll('&amp;', '&'))
  expect(many.filter((id) => rest.text.includes(`/tenders/${id}`))).toHaveLength(1)
  expect(await server.ask('/marketplace?place=Oulu')).toMatchObject({ status: 301 })
})
