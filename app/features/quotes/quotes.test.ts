import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { blankClient } from '#app/features/clients/client.ts'
import { createClient } from '#app/features/clients/create-client.server.ts'
import { deleteClient } from '#app/features/clients/delete-client.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { deleteDraft } from '#app/features/invoicing/delete-draft.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { updateInvoice } from '#app/features/invoicing/update-invoice.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { clients } from '#db/schema/clients.ts'
import { mails } from '#db/schema/notifications.ts'
import { quoteAnswers, quoteInvoices, quotes, quoteVersions } from '#db/schema/quotes.ts'
import { invoiceInput, invoiceLine } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { setModule } from '#tests/factories/permissions.ts'
import { acceptedQuote, draftQuote, quoteInput, sentQuote, shareIdOf } from '#tests/factories/quote.ts'
import { testDatabase, testDatabaseFile } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { type Call, race, won } from '#tests/setup/race.ts'
import { answerQuote } from './answer-quote.server.ts'
import { deleteQuote } from './delete-quote.server.ts'
import { invoiceQuote } from './invoice-quote.server.ts'
import { listClientQuotes, listQuotes } from './list-queries.server.ts'
import { getQuote, getSharedQuote, quoteOf } from './queries.server.ts'
import { recordAnswer } from './record-answer.server.ts'
import { recordOpening } from './record-opening.server.ts'
import { sendQuote } from './send-quote.server.ts'
import { shareQuote } from './share-quote.server.ts'
import { updateQuote } from './update-quote.server.ts'
import { verifyQuotes } from './verify-quotes.server.ts'
import { withdrawQuote } from './withdraw-quote.server.ts'

const day = 86_400_000
const guest = (ctx: CompanyContext, now = ctx.now): Context => ({ ...ctx, now, actor: null, company: null })
const accept = (ctx: Context, shareId: string, name = 'Bertta Buyer') =>
  answerQuote(ctx, { shareId, outcome: 'accepted', name, reason: '' })
const texts = { lineText: 'A part', unit: 'pcs' }
const invoiceRest = (ctx: CompanyContext, quoteId: string) =>
  invoiceQuote(ctx, { quoteId, part: 'rest', shareBp: null, ...texts }).id
const invoicePart = (ctx: CompanyContext, quoteId: string, shareBp: number, part: 'part' | 'advance' = 'part') =>
  invoiceQuote(ctx, { quoteId, part, shareBp, ...texts }).id
const send = (ctx: CompanyContext, quoteId: string, change: { isAgreed?: boolean; email?: string | null } = {}) =>
  sendQuote(ctx, { quoteId, email: null, locale: 'en', ...change })
const open = (ctx: CompanyContext, shareId: string, as: Context = guest(ctx)) => {
  const shared = getSharedQuote(as, shareId)
  if (shared) recordOpening(as, shared, new Request('http://x.example'))
  return shared
}

it('numbers what is sent without gaps in a series of its own, and keeps each version with its hash', () => {
  const ctx = createPerson(testDatabase())
  const first = draftQuote(ctx)
  const dropped = draftQuote(ctx)
  deleteQuote(ctx, { quoteId: dropped })
  expect(getQuote(ctx, dropped)).toBeNull()
  const year = new Date(ctx.now).getUTCFullYear()
  expect(send(ctx, first)).toEqual({ number: `Q-${year}-0001`, version: 1 })
  expect(() => deleteQuote(ctx, { quoteId: first })).toThrow('quotes:refused.wrongState')
  expect(getQuote(ctx, sentQuote(ctx).quoteId)?.number).toBe(`Q-${year}-0002`)
  expect(getQuote(ctx, sentQuote(createPerson(ctx.db)).quoteId)).toBeNull()
  updateQuote(ctx, { ...quoteInput(ctx), title: 'Painting of two halls', quoteId: first })
  expect(getQuote(ctx, first)).toMatchObject({ hasChanges: true, title: 'Painting of the hall' })
  send(ctx, first, { isAgreed: true })
  const quote = getQuote(ctx, first)
  expect(quote).toMatchObject({
    number: `Q-${year}-0001`,
    version: 2,
    hasChanges: false,
    title: 'Painting of two halls',
  })
  expect(quote?.versions.map(({ version }) => version)).toEqual([2, 1])
  for (const { text, hash } of ctx.db.select().from(quoteVersions).all())
    expect(createHash('sha256').update(text).digest('hex')).toBe(hash)
  expect(verifyQuotes(ctx.db)).toEqual({ count: 4, findings: [] })
  expect(() => ctx.db.update(quoteVersions).set({ text: '{}' }).run()).toThrow('kept')
  expect(() => ctx.db.delete(quotes).run()).toThrow()
  expect(verifyAudit(ctx.db).brokenAt).toBeNull()
  ctx.db.$client.exec('DROP TRIGGER quote_versions_kept')
  ctx.db.update(quoteVersions).set({ text: '{}' }).where(eq(quoteVersions.quoteId, first)).run()
  expect(verifyQuotes(ctx.db).findings).toEqual(
    [1, 2].map((n) => `version ${n} of quote Q-${year}-0001 does not match its hash`),
  )
})

it('is accepted by its link as it was sent, once, and tells the seller', () => {
  const ctx = createPerson(testDatabase())
  const { quoteId, shareId } = sentQuote(ctx)
  const hash = getQuote(ctx, quoteId)?.sent?.hash
  // Changes that were not sent are not what the client accepts.
  updateQuote(ctx, { ...quoteInput(ctx), lines: [{ ...invoiceLine, unitPriceE4: 900_000 }], quoteId })
  expect(getSharedQuote(guest(ctx), shareId)).toMatchObject({ state: 'open', hash, mayBeConsumer: true })
  expect(() => accept(ctx, shareId)).toThrow('quotes:refused.own')
  accept(guest(ctx), shareId)
  accept(guest(ctx), shareId)
  expect(() => accept(guest(ctx), shareId, 'Somebody Else')).toThrow('quotes:refused.wrongState')
  const quote = getQuote(ctx, quoteId)
  expect(quote).toMatchObject({ state: 'accepted', hasChanges: false, grossCents: 62_750, actions: ['invoice'] })
  expect(quote?.sent?.answer).toMatchObject({ outcome: 'accepted', name: 'Bertta Buyer', byLink: true })
  expect(getSharedQuote(guest(ctx), shareId)).toMatchObject({ state: 'accepted', hash })
  expect(recorded(ctx.db, 'quote.answered')).toMatchObject([{ quoteId, outcome: 'accepted', amountCents: 62_750 }])
  expect(() => updateQuote(ctx, { ...quoteInput(ctx), quoteId })).toThrow('quotes:refused.wrongState')
  expect(() => ctx.db.update(quotes).set({ status: 'sent' }).run()).toThrow('kept')
  expect(() => ctx.db.update(quoteAnswers).set({ name: 'X' }).run()).toThrow('kept')
})

it('is declined with a reason, and sent anew as another version', () => {
  const ctx = createPerson(testDatabase())
  const { quoteId, shareId } = sentQuote(ctx)
  answerQuote(guest(ctx), { shareId, outcome: 'declined', name: 'Bertta', reason: 'Too dear' })
  expect(getQuote(ctx, quoteId)?.sent?.answer).toMatchObject({ outcome: 'declined', reason: 'Too dear' })
  send(ctx, quoteId)
  expect(() => accept(guest(ctx), shareId)).toThrow('quotes:refused.replaced')
  expect(getSharedQuote(guest(ctx), shareId)?.state).toBe('declined')
  accept(guest(ctx), shareIdOf(ctx, quoteId))
  expect(getQuote(ctx, quoteId)?.state).toBe('accepted')
})

it('binds until its date once it was read: only with the client’s agreement is it withdrawn or replaced', () => {
  const ctx = createPerson(testDatabase())
  const { quoteId, shareId } = sentQuote(ctx)
  // The seller's own people are not the client.
  open(ctx, shareId, ctx)
  expect(getQuote(ctx, quoteId)?.isRead).toBe(false)
  open(ctx, shareId)
  open(ctx, shareId)
  expect(getQuote(ctx, quoteId)).toMatchObject({ isRead: true, sent: { openings: { count: 1 } } })
  expect(() => withdrawQuote(ctx, { quoteId, reason: '', isAgreed: false })).toThrow('quotes:refused.binding')
  expect(() => send(ctx, quoteId)).toThrow('quotes:refused.binding')
  send(ctx, quoteId, { isAgreed: true })
  expect(getSharedQuote(guest(ctx), shareId)?.state).toBe('replaced')
  expect(() => accept(guest(ctx), shareId)).toThrow('quotes:refused.replaced')
  // One that was handed over may have been read; one that was mailed and not opened was not.
  expect(() => withdrawQuote(ctx, { quoteId, reason: '', isAgreed: false })).toThrow('quotes:refused.binding')
  const mailed = sentQuote(ctx)
  withdrawQuote(ctx, { quoteId: mailed.quoteId, reason: 'Wrong price', isAgreed: false })
  expect(getSharedQuote(guest(ctx), mailed.shareId)?.state).toBe('withdrawn')
  expect(() => accept(guest(ctx), mailed.shareId)).toThrow('quotes:refused.wrongState')
})

it('expires: what comes later is accepted by the seller alone', () => {
  const ctx = createPerson(testDatabase())
  const { quoteId, shareId } = sentQuote(ctx)
  const late = ctx.now + 32 * day
  expect(getSharedQuote(guest(ctx, late), shareId)?.state).toBe('expired')
  expect(() => accept(guest(ctx, late), shareId)).toThrow('quotes:refused.expired')
  const then = { ...ctx, now: late }
  expect(() => send(then, quoteId)).toThrow('quotes:refused.datePassed')
  expect(listQuotes(then, { state: 'expired', q: '', page: 1 }).rows).toMatchObject([{ id: quoteId, state: 'expired' }])
  const answer = { quoteId, name: 'Bertta', reason: 'By email' }
  expect(() => recordAnswer(then, { ...answer, outcome: 'declined' })).toThrow('quotes:refused')
  recordAnswer(then, { ...answer, outcome: 'accepted' })
  expect(getQuote(then, quoteId)?.sent?.answer).toMatchObject({ outcome: 'accepted', byLink: false })
})

it('has a link that is turned off, runs out, and is never revived', () => {
  const ctx = createPerson(testDatabase())
  const { quoteId, shareId } = sentQuote(ctx)
  shareQuote(ctx, { quoteId, days: 7 })
  expect(getSharedQuote(guest(ctx, ctx.now + 8 * day), shareId)).toBeNull()
  expect(() => accept(guest(ctx, ctx.now + 8 * day), shareId)).toThrow('notFound')
  shareQuote(ctx, { quoteId, days: null })
  expect(getSharedQuote(guest(ctx), shareId)).toBeNull()
  expect(() => accept(guest(ctx), shareId)).toThrow('notFound')
  shareQuote(ctx, { quoteId, days: 0 })
  expect(getSharedQuote(guest(ctx), shareId)).toBeNull()
  accept(guest(ctx), shareIdOf(ctx, quoteId))
  expect(() => shareQuote(ctx, { quoteId: draftQuote(ctx), days: 0 })).toThrow('quotes:refused.wrongState')
})

it('is of its company alone, and asks for its rights', () => {
  const ctx = createPerson(testDatabase())
  const { quoteId } = sentQuote(ctx)
  const other = createPerson(ctx.db)
  expect(getQuote(other, quoteId)).toBeNull()
  expect(listQuotes(other, { state: null, q: '', page: 1 }).rows).toEqual([])
  for (const act of [
    () => updateQuote(other, { ...quoteInput(other), quoteId }),
    () => send(other, quoteId),
    () => withdrawQuote(other, { quoteId, reason: '', isAgreed: true }),
    () => recordAnswer(other, { quoteId, outcome: 'accepted', name: 'X', reason: 'X' }),
    () => shareQuote(other, { quoteId, days: null }),
    () => deleteQuote(other, { quoteId }),
    () => invoiceRest(other, quoteId),
  ])
    expect(act).toThrow('notFound')
  const member = createPerson(ctx.db, { company: ctx.company, companyRole: 'member' })
  setModule(ctx.db, member.actor.id, ctx.company.id, 'invoicing', 'read')
  const reader = {
    ...member,
    company: ctx.company,
    actor: { ...member.actor, modules: { invoicing: 'read' as const } },
  }
  expect(() => draftQuote(reader)).toThrow('errors:moduleReadOnly')
  expect(() => send(reader, quoteId)).toThrow('errors:moduleReadOnly')
})

it('mails its link, to a stranger without anything that was written', () => {
  const ctx = createPerson(testDatabase())
  const { shareId } = sentQuote(ctx, {}, 'a@b.example')
  const known = createPerson(ctx.db)
  sentQuote(ctx, {}, known.actor.email)
  const [stranger, member] = ctx.db.select().from(mails).all()
  expect(stranger).toMatchObject({
    recipient: 'a@b.example',
    template: 'quoteSent.stranger',
    companyId: ctx.company.id,
  })
  expect(stranger?.params).toMatchObject({ amountCents: 62_750, link: expect.stringContaining(shareId) })
  expect(JSON.stringify(stranger?.params)).not.toContain(ctx.company.name)
  expect(member).toMatchObject({ template: 'quoteSent', params: { seller: ctx.company.name } })
})

it('refuses a VAT that its seller cannot charge', () => {
  const ctx = createPerson(testDatabase())
  ctx.db.update(companies).set({ vatNumber: null }).where(eq(companies.id, ctx.company.id)).run()
  const quoteId = draftQuote(ctx)
  expect(() => send(ctx, quoteId)).toThrow('invoicing:refused.sellerVatNumberNeeded')
  expect(getQuote(ctx, quoteId)).toMatchObject({ state: 'draft', number: null })
})

const reduced = { ...invoiceLine, description: 'Paint', unitPriceE4: 100_033, vatRateBp: 1350 }
const discount = {
  ...{
    kind: 'allowance' as const,
    reasonCode: '95',
    reason: 'Discount',
    amountCents: 5_000,
    rateBp: 1000,
    baseCents: 50_000,
  },
  ...{ vatCategory: 'S' as const, vatRateBp: 2550, vatGround: null },
}
/** 500.00 − 50.00 at 25.5 %, and 100.03 at 13.5 %: 550.03 net. */
const mixed = { lines: [invoiceLine, reduced], adjustments: [discount] }

it('becomes an invoice line by line, once, and names it as the contract', () => {
  const ctx = createPerson(testDatabase())
  const quoteId = acceptedQuote(ctx, mixed)
  const submissionId = newId()
  const input = { quoteId, part: 'rest' as const, shareBp: null, ...texts, submissionId }
  const { id } = invoiceQuote(ctx, input)
  expect(invoiceQuote(ctx, input)).toEqual({ id })
  expect(() => invoiceRest(ctx, quoteId)).toThrow('quotes:refused.usedUp')
  const quote = getQuote(ctx, quoteId)
  const invoice = getInvoice(ctx, id)?.document
  expect(invoice).toMatchObject({ status: 'draft', grossCents: quote?.grossCents, contractReference: quote?.number })
  expect(invoice?.lines.map(({ description }) => description)).toEqual(['Painting', 'Paint'])
  expect(invoice?.adjustments).toMatchObject([{ amountCents: 5_000, rateBp: 1000 }])
  expect(quote?.invoiced).toMatchObject({ quotedCents: 55_003, invoicedCents: 55_003, leftCents: 0, overCents: 0 })
  expect(quoteOf(ctx, id)).toMatchObject({ id: quoteId, overCents: 0 })
  expect(quoteOf(createPerson(ctx.db), id)).toBeNull()
  expect(listQuotes(ctx, { state: 'accepted', q: '', page: 1 }).rows).toMatchObject([{ invoicedCents: 55_003 }])
  // A draft that is deleted gives its part back; its place is kept.
  deleteDraft(ctx, { invoiceId: id })
  expect(getQuote(ctx, quoteId)?.invoiced).toMatchObject({ invoicedCents: 0, invoices: [] })
  issueInvoice(ctx, { invoiceId: invoiceRest(ctx, quoteId) })
  expect(ctx.db.select().from(quoteInvoices).all()).toHaveLength(2)
})

it('becomes parts that add up to the cent, by VAT', () => {
  const ctx = createPerson(testDatabase())
  const quoteId = acceptedQuote(ctx, mixed)
  const parts = [invoicePart(ctx, quoteId, 3_333), invoicePart(ctx, quoteId, 3_333), invoicePart(ctx, quoteId, 3_333)]
  expect(() => invoicePart(ctx, quoteId, 2)).toThrow('quotes:refused.moreThanLeft')
  expect(() => invoicePart(ctx, quoteId, 0)).toThrow('quotes:refused.tooLittle')
  const all = [...parts, invoiceRest(ctx, quoteId)].map((id) => getInvoice(ctx, id)?.document)
  expect(all.map((invoice) => invoice?.netCents)).toEqual([18_333, 18_333, 18_333, 4])
  const vats = all.flatMap((invoice) => invoice?.lines.map(({ vatRateBp, netCents }) => [vatRateBp, netCents]) ?? [])
  const sum = (rate: number) => vats.filter(([of]) => of === rate).reduce((total, [, cents = 0]) => total + cents, 0)
  expect([sum(2550), sum(1350)]).toEqual([45_000, 10_003])
  expect(() => invoiceRest(ctx, quoteId)).toThrow('quotes:refused.usedUp')
})

it('deducts advances when the rest is invoiced', () => {
  const ctx = createPerson(testDatabase())
  const quoteId = acceptedQuote(ctx, mixed)
  const advance = invoicePart(ctx, quoteId, 3_000, 'advance')
  expect(getInvoice(ctx, advance)?.document).toMatchObject({ isAdvance: true, netCents: 16_501 })
  expect(() => invoiceRest(ctx, quoteId)).toThrow('quotes:refused.advanceDraft')
  issueInvoice(ctx, { invoiceId: advance })
  expect(() => invoicePart(ctx, quoteId, 7_001)).toThrow('quotes:refused.moreThanLeft')
  const rest = getInvoice(ctx, invoiceRest(ctx, quoteId))?.document
  // All of the work, line by line, less what was paid in advance.
  expect(rest?.lines.map(({ netCents }) => netCents)).toEqual([50_000, 10_003])
  expect(rest).toMatchObject({ advanceCents: 16_501, netCents: 55_003 - 16_501 })
  expect(getQuote(ctx, quoteId)?.invoiced).toMatchObject({ invoicedCents: 55_003, leftCents: 0, overCents: 0 })
})

it('can invoice again what was credited, and says when its invoices exceed it', () => {
  const ctx = createPerson(testDatabase())
  const quoteId = acceptedQuote(ctx)
  const id = invoiceRest(ctx, quoteId)
  issueInvoice(ctx, { invoiceId: id })
  const credit = { invoiceId: id, reason: 'Wrong', lineText: 'Credit', unit: 'pcs' }
  creditInvoice(ctx, { ...credit, amountCents: 12_550 })
  expect(getQuote(ctx, quoteId)?.invoiced).toMatchObject({ invoicedCents: 40_000, leftCents: 10_000 })
  creditInvoice(ctx, { ...credit, amountCents: null })
  const again = invoiceRest(ctx, quoteId)
  expect(getInvoice(ctx, again)?.document.grossCents).toBe(62_750)
  updateInvoice(ctx, { ...invoiceInput, lines: [{ ...invoiceLine, unitPriceE4: 600_000 }], invoiceId: again })
  expect(getQuote(ctx, quoteId)?.invoiced).toMatchObject({ leftCents: 0, overCents: 10_000 })
  expect(quoteOf(ctx, again)).toMatchObject({ overCents: 10_000 })
  // No other invoice passes for one of the quote.
  const free = createInvoice(ctx, invoiceInput).id
  const [version] = ctx.db.select().from(quoteVersions).all()
  const row = { id: newId(), versionId: version?.id ?? '', part: 'rest' as const, madeAt: 1 }
  const stranger = createInvoice(createPerson(ctx.db), invoiceInput).id
  expect(() =>
    ctx.db
      .insert(quoteInvoices)
      .values({ ...row, invoiceId: stranger })
      .run(),
  ).toThrow('accepted version')
  expect(quoteOf(ctx, free)).toBeNull()
})

it('refuses to invoice what was not accepted', () => {
  const ctx = createPerson(testDatabase())
  const { quoteId } = sentQuote(ctx)
  expect(() => invoiceRest(ctx, quoteId)).toThrow('quotes:refused.wrongState')
  expect(() => invoiceRest(ctx, draftQuote(ctx))).toThrow('quotes:refused.wrongState')
})

it('is found by number, title and client', () => {
  const ctx = createPerson(testDatabase())
  const one = sentQuote(ctx, { title: 'Hämeen katto' }).quoteId
  const two = draftQuote(ctx, { buyerName: 'Toinen Oy' })
  const found = (q: string) => listQuotes(ctx, { state: null, q, page: 1 }).rows.map(({ id }) => id)
  expect([found('HAMEEN'), found('toinen'), found('0001'), found('')]).toEqual([[one], [two], [one], [two, one]])
  expect(listQuotes(ctx, { state: 'draft', q: '', page: 1 })).toMatchObject({ total: 1, isMore: false })
  expect(listClientQuotes(ctx, newId())).toEqual([])
})

it('is on the page of its client, who is kept for it', () => {
  const ctx = createPerson(testDatabase())
  const { id: clientId } = createClient(ctx, { content: { ...blankClient('FI'), name: 'Buyer Oy' } })
  const quoteId = draftQuote(ctx, { clientId })
  expect(listClientQuotes(ctx, clientId)).toMatchObject([{ id: quoteId, state: 'draft' }])
  expect(() => deleteClient(ctx, { clientId })).toThrow('inUse')
  deleteQuote(ctx, { quoteId })
  deleteClient(ctx, { clientId })
  // A quote to somebody who is not on the list makes no client.
  send(ctx, draftQuote(ctx))
  expect(ctx.db.select().from(clients).all()).toEqual([])
})

it('ends one way when everything happens at once', async () => {
  const { db, file, remove } = testDatabaseFile()
  const ctx = createPerson(db)
  const { quoteId, shareId } = sentQuote(ctx)
  const [module, verb] = ['#app/features/quotes/answer-quote.server.ts', 'answerQuote']
  const of = (name: string, to: string) => ({ module: `#app/features/quotes/${name}.server.ts`, verb: to })
  const calls: Call[] = Array.from({ length: 6 }, (_, index) => [
    { ctx: guest(ctx) as Call['ctx'], input: { shareId, outcome: 'accepted', name: `Buyer ${index}`, reason: '' } },
    { ctx: guest(ctx) as Call['ctx'], input: { shareId, outcome: 'declined', name: `Buyer ${index}`, reason: '' } },
    { ctx, input: { quoteId, reason: '', isAgreed: true }, instead: of('withdraw-quote', 'withdrawQuote') },
    { ctx, input: { quoteId, email: null, locale: 'en', isAgreed: true }, instead: of('send-quote', 'sendQuote') },
    { ctx, input: { ...quoteInput(ctx), quoteId }, instead: of('update-quote', 'updateQuote') },
  ]).flat()
  const outcomes = await race(file, module, verb, calls)
  expect(won(outcomes).length).toBeGreaterThan(0)
  expect(outcomes.flatMap((one) => (one.ok || one.code !== 'conflict' ? [] : [one.code])).length).toBeGreaterThan(0)
  expect(outcomes.filter((one) => !one.ok && !['conflict', 'not_found'].includes(one.code))).toEqual([])
  const row = db.select().from(quotes).get()
  const latest = db
    .select()
    .from(quoteVersions)
    .all()
    .find(({ version }) => version === row?.version)
  const answers = db.select().from(quoteAnswers).all()
  const last = answers.find(({ versionId }) => versionId === latest?.id)?.outcome
  // What its row says is what was answered to the version that stands.
  expect(row?.status).toBe(last ?? 'sent')
  expect(answers.filter(({ outcome }) => outcome === 'accepted').length).toBeLessThanOrEqual(1)
  if (row?.status === 'accepted') expect(answers.at(-1)?.outcome).toBe('accepted')
  expect(verifyAudit(db).brokenAt).toBeNull()
  remove()
}, 60_000)

it('is invoiced once by thirty clicks', async () => {
  const { db, file, remove } = testDatabaseFile()
  const ctx = createPerson(db)
  const quoteId = acceptedQuote(ctx)
  const input = { quoteId, part: 'rest', shareBp: null, ...texts }
  const calls = Array.from({ length: 30 }, (): Call => ({ ctx, input }))
  const outcomes = await race(file, '#app/features/quotes/invoice-quote.server.ts', 'invoiceQuote', calls)
  expect(won(outcomes)).toHaveLength(1)
  expect(getQuote(ctx, quoteId)?.invoiced).toMatchObject({ leftCents: 0, overCents: 0 })
  remove()
}, 60_000)
