import { afterAll, beforeAll, expect, it } from 'vitest'
import { setPublicPage } from '#app/features/tender-pages/set-public-page.server.ts'
import { env } from '#app/platform/env.server.ts'
import { declaredCookies } from '#app/platform/requests/host-cookie.server.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { lasts } from './legal.server.ts'
import { cookieNames } from './legal.ts'

let server: TestServer
let tenders: { shown: string; hidden: string }
beforeAll(async () => {
  const owner = createPerson(testDatabase(), { now: Date.now() })
  const open = () => createOpenProject(owner, { bidDeadline: Date.now() + 3 * day }).id
  tenders = { shown: open(), hidden: open() }
  setPublicPage(owner, { projectId: tenders.shown, isPublic: true })
  server = await startServer()
})
afterAll(() => server.stop())

it('names every cookie that the server sets, with its lifetime', async () => {
  expect([...cookieNames].sort()).toEqual([...declaredCookies.keys()].sort())
  const { status, text } = await server.ask('/cookies')
  expect(status).toBe(200)
  for (const name of cookieNames) expect(text).toContain(`>${name}</span>`)
  expect(text).toMatch(/>10 minutes<\//)
  expect(text).toContain('up to 90 days')
})

it.each(['/terms', '/privacy', '/cookies'])(
  '%s is linked from every public page and says whom to write to',
  async (path) => {
    expect((await server.ask('/pricing')).text).toContain(`href="${path}"`)
    const { text } = await server.ask(path)
    expect(text).toContain(env.SUPPORT_EMAIL)
    expect(text).not.toContain('{{')
  },
)

it('says what becomes of requests that people send without an account', async () => {
  const { text } = await server.ask('/privacy')
  expect(text).toContain('Requests for a quote and to our sales team')
  expect(text).toContain('for a year after the last thing that happened to them')
})

it('asks nobody to sign up without the terms and the privacy notice beside the button', async () => {
  const form = /<form[^>]*id="signup"[\s\S]*?<\/form>/.exec((await server.ask('/signup')).text)?.[0]
  expect(form).toMatch(/href="\/terms"[\s\S]*href="\/privacy"[\s\S]*type="submit"/)
})

it('tells crawlers where the sitemap is and what to leave alone', async () => {
  const { text, headers } = await server.ask('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(text).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/)
  expect(text).toContain(`\nSitemap: ${env.origin}/sitemap.xml\n`)
})

it('lists the public pages and the open public projects in the sitemap, and no other project', async () => {
  const { text, headers } = await server.ask('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(text).toContain(`<loc>${env.origin}/tenders/${tenders.shown}</loc>`)
  expect(text).not.toContain(tenders.hidden)
  for (const [, url] of text.matchAll(/<loc>(.*?)<\/loc>/g)) {
    const { status, text: page } = await server.ask(String(url).slice(env.origin.length))
    expect([status, /noindex/.test(page)], url).toEqual([200, false])
  }
})

it('describes the organization, the plans and the questions as data that matches the page', async () => {
  const things = async (path: string) => {
    const { text } = await server.ask(path)
    return [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
      JSON.parse(String(json)),
    )
  }
  const [organization] = await things('/')
  expect(organization['@graph'][0]).toMatchObject({ '@type': 'Organization', url: `${env.origin}/` })
  const [monthly, questions] = await things('/pricing')
  expect(monthly.offers.map(({ price }: { price: string }) => price)).toEqual(['39.00', '99.00', '249.00'])
  expect(questions.mainEntity).toHaveLength(5)
  const [yearly] = await things('/pricing?period=yearly')
  expect(yearly.offers[0]).toMatchObject({ price: '390.00', priceSpecification: { unitCode: 'ANN' } })
})

it('writes a duration in its largest whole unit', () => {
  expect([90 * 86_400, 600, 90, 31_536_000].map((seconds) => lasts('en', seconds))).toEqual([
    '90 days',
    '10 minutes',
    '90 seconds',
    '365 days',
  ])
})
