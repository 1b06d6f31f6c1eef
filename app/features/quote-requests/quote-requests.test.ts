import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CompanyContext, Context, UserContext } from '#app/features/accounts/context.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { env } from '#app/platform/env.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { clients } from '#db/schema/clients.ts'
import { mails } from '#db/schema/notifications.ts'
import { quoteReplies, quoteRequests } from '#db/schema/quote-requests.ts'
import { quoteRequestStatuses } from '#db/vocabulary/quote-requests.ts'
import { createAdmin, createPerson, testNow } from '#tests/factories/people.ts'
import { quoteRequestInput } from '#tests/factories/quote-request.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { convertQuoteRequest } from './convert-quote-request.server.ts'
import { deleteOldQuoteRequests, deleteQuoteRequest } from './delete-quote-request.server.ts'
import { draftOfRequest } from './draft-of-request.server.ts'
import { findReply, getQuoteRequest, listQuoteRequests } from './queries.server.ts'
import { clockOf, quoteRequestMachine } from './quote-request.ts'
import { remindQuoteRequests } from './remind-quote-requests.server.ts'
import { replyToQuoteRequest } from './reply-to-quote-request.server.ts'
import type { QuoteRequestInput } from './schemas.server.ts'
import { sendQuoteRequest } from './send-quote-request.server.ts'
import { closeQuoteRequest, takeQuoteRequest } from './take-quote-request.server.ts'

const hour = 3_600_000
let visitor: Context
let admin: UserContext
let stranger: CompanyContext
beforeEach(() => {
  const db = testDatabase()
  stranger = createPerson(db)
  admin = createAdmin(db)
  visitor = { ...stranger, actor: null, company: null, ip: '203.0.113.7' }
})

const send = async (change: Partial<QuoteRequestInput> = {}, ctx = visitor) => {
  await sendQuoteRequest(ctx, quoteRequestInput(change), 'fi')
  return ctx.db.select().from(quoteRequests).all().at(-1)?.id ?? ''
}
const mailsTo = (address: string) => visitor.db.select().from(mails).where(eq(mails.recipient, address)).all()
const stateOf = (id: string) => getQuoteRequest(admin, id)?.status
function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error.text.key
    throw error
  }
  return 'done'
}

describe('a quote request', () => {
  it('is stored, confirmed by a mail without what was typed, and told to the admins', async () => {
    const id = await send()
    const request = getQuoteRequest(admin, id)
    expect(request).toMatchObject({ status: 'new', name: 'Mia Virtanen', replyBy: testNow + 24 * hour, locale: 'fi' })
    const [mail] = mailsTo('mia@example.org')
    expect(mail).toMatchObject({ template: 'quoteRequested', locale: 'fi', params: {} })
    expect(recorded(visitor.db, 'quote_request.sent')).toEqual([{ requestId: id, kind: 'quote' }])
    expect(listQuoteRequests(admin, 1).waiting.map((row) => row.id)).toEqual([id])
  })

  it('is nobody else’s to read or change', async () => {
    const requestId = await send()
    expect(listQuoteRequests(stranger, 1).waiting).toEqual([])
    expect(getQuoteRequest(stranger, requestId)).toBeNull()
    for (const verb of [takeQuoteRequest, closeQuoteRequest, deleteQuoteRequest])
      expect(refusal(() => verb(stranger, { requestId }))).toBe('errors:forbidden')
    expect(refusal(() => replyToQuoteRequest(stranger, { requestId, text: 'Hello' }))).toBe('errors:forbidden')
    expect(stateOf(requestId)).toBe('new')
  })

  it('is one for a form that is sent twice, and none from a program that fills in the trap', async () => {
    const submissionId = '01980000-0000-7000-8000-000000000001'
    await send({ submissionId })
    await send({ submissionId })
    await send({ website: 'https://spam.example' })
    expect(await visitor.db.$count(quoteRequests)).toBe(1)
    expect(mailsTo('mia@example.org')).toHaveLength(1)
  })

  it('mails one mailbox three times an hour, whatever the address', async () => {
    for (let round = 0; round < 3; round += 1) await send({ email: `mia+${round}@example.org` })
    await expect(send({ email: 'mia+more@example.org' })).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await visitor.db.$count(mails)).toBe(3)
  })

  it('comes ten times an hour from one address', async () => {
    for (let round = 0; round < 10; round += 1) await send({ email: `somebody${round}@example.org` })
    await expect(send({ email: 'another@example.org' })).rejects.toMatchObject({ code: 'rate_limited' })
    await send({ email: 'another@example.org' }, { ...visitor, ip: '203.0.113.8' })
  })
})

describe('a reply', () => {
  it('goes out as a link, and is read behind it', async () => {
    const requestId = await send()
    takeQuoteRequest(admin, { requestId })
    replyToQuoteRequest({ ...admin, now: testNow + hour }, { requestId, text: 'We come on Monday.' })
    const mail = mailsTo('mia@example.org').at(-1)
    expect(mail).toMatchObject({ template: 'quoteReplied', locale: 'fi' })
    expect(JSON.stringify(mail?.params)).not.toContain('Monday')
    const token = String(mail?.params.link).split('/').at(-1) ?? ''
    expect(findReply(visitor, token)).toMatchObject({ text: 'We come on Monday.', services: ['bathroom', 'painting'] })
    expect(findReply(visitor, `${token}x`)).toBeNull()
    expect(getQuoteRequest(admin, requestId)).toMatchObject({ status: 'answered', answeredAt: testNow + hour })
    replyToQuoteRequest({ ...admin, now: testNow + 2 * hour }, { requestId, text: 'Or on Tuesday.' })
    expect(getQuoteRequest(admin, requestId)).toMatchObject({ answeredAt: testNow + hour })
  })

  it('is promised within 24 hours: staff are reminded four hours before, once', async () => {
    const id = await send()
    const at = (now: number): Context => ({ ...visitor, now })
    expect(remindQuoteRequests(at(testNow + 20 * hour - 1))).toBe(0)
    expect(remindQuoteRequests(at(testNow + 20 * hour))).toBe(1)
    expect(remindQuoteRequests(at(testNow + 30 * hour))).toBe(0)
    expect(recorded(visitor.db, 'quote_request.due')).toEqual([{ requestId: id, replyByAt: testNow + 24 * hour }])
    const answered = await send({ email: 'other@example.org' })
    replyToQuoteRequest(admin, { requestId: answered, text: 'Yes.' })
    expect(remindQuoteRequests(at(testNow + 23 * hour))).toBe(0)
  })

  it.each([
    ['new', null, 0, 'running'],
    ['in_progress', null, 24, 'running'],
    ['new', null, 25, 'over'],
    ['answered', 23, 30, 'kept'],
    ['answered', 25, 30, 'late'],
    ['converted', null, 30, 'none'],
    ['closed', null, 30, 'none'],
  ] as const)('%s, answered after %s hours, is after %d hours: %s', (status, answered, now, clock) => {
    const request = { status, replyBy: 24 * hour, answeredAt: answered === null ? null : answered * hour }
    expect(clockOf(request, now * hour)).toBe(clock)
  })
})

describe('the states', () => {
  it.each([
    ['take', ['in_progress', null, null, null, 'in_progress']],
    ['reply', ['answered', 'answered', 'answered', 'converted', null]],
    ['convert', ['converted', 'converted', 'converted', null, null]],
    ['close', ['closed', 'closed', 'closed', null, null]],
  ] as const)('%s', (action, wanted) => {
    const reached = quoteRequestStatuses.map((status) => {
      const outcome = quoteRequestMachine.next(status, action, 'staff', { kind: 'quote' })
      return outcome.ok ? outcome.to : null
    })
    expect(reached).toEqual(wanted)
  })
})

describe('a client and a project', () => {
  function draft(requestId: string) {
    const found = getQuoteRequest(admin, requestId)
    if (!found) throw new Error('no request')
    return { ...draftOfRequest(found, 'en'), location: 'Espoo' }
  }

  it('are made of a request together, in the platform’s company for staff who have none', async () => {
    const requestId = await send()
    expect(refusal(() => convertQuoteRequest(admin, { requestId, draft: draft(requestId) }))).toBe(
      'quoteinbox:refused.noCompany',
    )
    const before = env.PLATFORM_COMPANY_ID
    onTestFinished(() => {
      Object.assign(env, { PLATFORM_COMPANY_ID: before })
    })
    Object.assign(env, { PLATFORM_COMPANY_ID: stranger.company.id })
    const { clientId, projectId } = convertQuoteRequest(admin, { requestId, draft: draft(requestId) })
    const client = admin.db.select().from(clients).where(eq(clients.id, clientId)).get()
    expect(client).toMatchObject({ companyId: stranger.company.id, name: 'Mia Virtanen', street: 'Koulutie 1' })
    const project = getProject(stranger, projectId)
    expect(project).toMatchObject({ status: 'draft', location: 'Espoo', title: 'Bathroom and Painting' })
    expect(project?.description).toContain('Bathroom: 6 m²')
    expect(project?.description).not.toContain('Mia')
    expect(project?.lines.map(({ quantityMilli, unit }) => [quantityMilli, unit])).toEqual([
      [12_500, 'm²'],
      [12_500, 'm²'],
    ])
    expect(stateOf(requestId)).toBe('converted')
    expect(refusal(() => convertQuoteRequest(admin, { requestId, draft: draft(requestId) }))).toBe(
      'quoteinbox:refused.wrongState',
    )
    expect(await admin.db.$count(clients)).toBe(1)
  })

  it('outlive the request, which is deleted on demand', async () => {
    const requestId = await send()
    const own = { ...admin, company: stranger.company, actor: { ...admin.actor, companyRole: 'owner' as const } }
    const { clientId } = convertQuoteRequest(own, { requestId, draft: draft(requestId) })
    replyToQuoteRequest(admin, { requestId, text: 'It begins.' })
    deleteQuoteRequest(admin, { requestId })
    expect(getQuoteRequest(admin, requestId)).toBeNull()
    expect(await admin.db.$count(quoteReplies)).toBe(0)
    expect(admin.db.select().from(clients).where(eq(clients.id, clientId)).get()).toBeDefined()
  })
})

it('deletes requests a year after the last thing that happened to them', async () => {
  const year = 365 * 24 * hour
  const requestId = await send()
  replyToQuoteRequest({ ...admin, now: testNow + hour }, { requestId, text: 'Yes.' })
  expect(deleteOldQuoteRequests(visitor.db, testNow + year)).toBe(0)
  expect(deleteOldQuoteRequests(visitor.db, testNow + year + hour)).toBe(1)
  expect(await visitor.db.$count(quoteRequests)).toBe(0)
})
