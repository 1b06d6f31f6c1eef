import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { quoteOpenings } from '#db/schema/quotes.ts'
import { createPerson } from '#tests/factories/people.ts'
import { acceptedQuote, sentQuote, shareIdOf } from '#tests/factories/quote.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { getQuote } from './queries.server.ts'
import { sendQuote } from './send-quote.server.ts'

let server: TestServer
let ctx: CompanyContext
let cookie: string
beforeAll(async () => {
  ctx = { ...createPerson(testDatabase()), now: Date.now() }
  cookie = (await signedIn(ctx)).cookie
  server = await startServer()
})
afterAll(() => server.stop())

it('shows a version to whoever has its link, tells nobody else, and keeps it out of caches', async () => {
  const { shareId } = sentQuote(ctx)
  const path = `/shared/quote/${shareId}`
  const page = await server.ask(path)
  expect(page.status).toBe(200)
  expect(page.text).toContain('Painting of the hall')
  expect(page.text).toContain('Accept the quote')
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
  const pdf = await server.ask(`${path}/quote.pdf`)
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  for (const gone of ['/shared/quote/AAAAAAAAAAAAAAAAAAAAAA', '/shared/quote/x', `${path}x/accept`])
    expect((await server.ask(gone)).status).toBe(404)
  // A page, its form and its file looked at within a minute are one opening.
  expect(ctx.db.select().from(quoteOpenings).all()).toMatchObject([{ count: 1 }])
})

it('keeps what was typed when an answer is refused, and takes the same answer twice', async () => {
  const { quoteId, shareId } = sentQuote(ctx)
  const path = `/shared/quote/${shareId}`
  const refused = await server.ask(`${path}/accept`, { form: { name: 'Bertta Buyer' } })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('value="Bertta Buyer"')
  const form = { name: 'Bertta Buyer', isMeant: 'on' }
  for (const _click of [1, 2]) {
    const answer = await server.ask(`${path}/accept`, { form })
    expect([answer.status, answer.headers.location]).toEqual([303, path])
  }
  const late = await server.ask(`${path}/decline`, { form: { name: 'Bertta Buyer' } })
  expect(late.status).toBe(409)
  expect((await server.ask(path)).text).toContain('Accepted by Bertta Buyer')
  expect((await server.ask(`${path}/accept`)).headers.location).toBe(path)
  expect(getQuote(ctx, quoteId)?.state).toBe('accepted')
})

it('says on an earlier link that it was replaced, without the reasons that are the seller’s', async () => {
  const { quoteId, shareId } = sentQuote(ctx)
  sendQuote(ctx, { quoteId, email: null, locale: 'en', isAgreed: true })
  const page = await server.ask(`/shared/quote/${shareId}`)
  expect(page.text).toContain('This version was replaced by a newer one')
  expect(page.text).not.toContain('Accept the quote')
  const accepted = acceptedQuote(ctx)
  const shown = await server.ask(`/shared/quote/${shareIdOf(ctx, accepted)}`)
  expect(shown.text).toContain('Accepted by Bertta Buyer')
  expect(shown.text).not.toContain('By phone')
})

it('shows a refused form as it was typed, and an empty list with a way on', async () => {
  const form = { title: 'Kept title', validUntil: '2020-01-01', buyerName: 'Kept Oy' }
  const refused = await server.ask('/invoicing/quotes/new', { cookie, form })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('value="Kept title"')
  expect(refused.text).toContain('The date must not be in the past.')
  const found = await server.ask('/invoicing/quotes?q=nothing-like-it', { cookie })
  expect(found.text).toContain('No such quotes')
  const other = (await signedIn(createPerson(ctx.db))).cookie
  expect((await server.ask('/invoicing/quotes', { cookie: other })).text).toContain('No quotes yet')
})
