// The pages of messages as a browser without scripts sees them: forwarding, replies, saved and scheduled messages, exports, and what is made of a message.

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createConversation, say } from '#tests/factories/chat.ts'
import { type Deal, signedDeal } from '#tests/factories/deal.ts'
import type { Answer } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let server: TestServer
let deal: Deal
const cookies = { client: '', provider: '' }
let conversationId: string
let messageId: string
let group: string
let message: string
beforeAll(async () => {
  const db = testDatabase()
  deal = await signedDeal(db)
  const subject = { subjectType: 'contract' as const, subjectId: deal.contractId, type: 'client' as const }
  conversationId = createConversation(db, { members: [deal.client, deal.provider], ...subject }).id
  messageId = say(deal.provider, conversationId, secret).id
  for (const who of ['client', 'provider'] as const) cookies[who] = (await signedIn(deal[who])).cookie
  group = `/messages/${conversationId}`
  message = `${group}/messages/${messageId}`
  server = await startServer()
}, 300_000)
afterAll(() => server.stop())

type Party = 'client' | 'provider'
const get = (path: string, who: Party = 'client') => server.ask(path, { cookie: cookies[who] })
const post = (path: string, form: Record<string, string>, who: Party = 'client'): Promise<Answer> =>
  server.ask(path, { cookie: cookies[who], form })
const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? ''
const secret = 'The beam is rotten, replace it'

it('forwards a message, which then says who wrote it', async () => {
  const page = await get(`${message}/forward`)
  expect([page.status, page.text.includes(secret)]).toEqual([200, true])
  const form = { submissionId: hidden(page.text, 'submissionId'), conversationIds: conversationId }
  const done = await post(`${message}/forward`, form)
  expect(done.status).toBe(303)
  const thread = await get(done.headers.location ?? '')
  expect(thread.text).toContain('Forwarded from')
  expect(thread.text).toContain(`/messages/${conversationId}?around=`)
  const nowhere = await post(`${message}/forward`, { submissionId: crypto.randomUUID() })
  expect(nowhere.headers.location).toBe(`${message}/forward`)
  expect((await get(`${message}/forward?q=nothing+like+this`)).text).toContain('No conversation has this name.')
})

it('shows a message with its replies, and takes another', async () => {
  const page = await get(`${message}/replies`)
  expect(page.text).toContain(secret)
  const form = {
    clientId: hidden(page.text, 'clientId'),
    replyToId: hidden(page.text, 'replyToId'),
    text: 'Understood',
  }
  expect(form.replyToId).toBe(messageId)
  const sent = await post(`${message}/replies`, form)
  expect([sent.status, sent.headers.location]).toEqual([303, expect.stringMatching(/\/replies#m\d+$/)])
  expect((await get(`${message}/replies`)).text).toContain('Understood')
  expect((await get(group)).text).toMatch(/1 reply/)
  const empty = await post(`${message}/replies`, { ...form, clientId: crypto.randomUUID(), text: '' })
  expect(empty.status).toBe(422)
})

it('saves a message and lists it', async () => {
  expect((await get(message)).text).toContain('Save for later')
  expect((await post(`${message}/save`, { saved: 'true' })).status).toBe(303)
  const list = await get('/messages/saved')
  expect(list.text).toContain(secret)
  expect((await get(message)).text).toContain('Remove from saved')
  expect((await get('/messages/saved', 'provider')).text).not.toContain(secret)
  await post('/messages/saved', { messageId })
  expect((await get('/messages/saved')).text).toContain('No saved messages')
})

it('lists a saved, a pinned and a found message without the signs of its formatting (MSG-26)', async () => {
  const { id } = say(deal.provider, conversationId, '*Water cut* on `Tuesday`')
  await post(`${group}/messages/${id}/save`, { saved: 'true' })
  await post(`${group}/messages/${id}/pin`, { pinned: 'true' })
  for (const page of ['/messages/saved', `${group}/details`, '/search?q=water'])
    expect([page, (await get(page)).text.includes('Water cut on Tuesday')]).toEqual([page, true])
})

it('exports a conversation, whose hash anybody can check', async () => {
  expect((await get(`${group}/details`)).text).toContain(`${group}/export`)
  expect((await get(`${group}/export`)).text).toContain('Download the PDF')
  const file = await post(`${group}/export/pdf`, { part: '1' })
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
  const page = await get(`${group}/export`)
  const digest = /\/verify\/([0-9a-f]{64})/.exec(page.text)?.[1] ?? ''
  expect(digest).not.toBe('')
  const found = await server.ask(`/verify/${digest}`)
  expect([found.status, found.text.includes('This checksum is known')]).toEqual([200, true])
  expect(found.text).not.toContain(secret)
  expect((await server.ask(`/verify/${createHash('sha256').update('other').digest('hex')}`)).status).toBe(404)
})

it('schedules a message, edits, cancels and sends it', async () => {
  const page = await get(`${group}/schedule`)
  const form = { submissionId: hidden(page.text, 'submissionId'), text: 'See you then', sendAt: '2026-01-01T12:00' }
  const past = await post(`${group}/schedule`, form)
  expect([past.status, past.text.includes('See you then')]).toEqual([422, true])
  const sendAt = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 16)
  expect((await post(`${group}/schedule`, { ...form, sendAt })).headers.location).toBe('/messages/scheduled')
  const list = await get('/messages/scheduled')
  const id = hidden(list.text, 'id')
  expect(list.text).toContain('See you then')
  expect((await get('/messages/scheduled', 'provider')).text).not.toContain('See you then')
  expect((await get(`/messages/scheduled/${id}`)).text).toContain('See you then')
  await post(`/messages/scheduled/${id}`, { text: 'See you tomorrow', sendAt })
  const sent = await post('/messages/scheduled', { id, act: 'send' })
  expect((await get(sent.headers.location ?? '')).text).toContain('See you tomorrow')
  expect((await get('/messages/scheduled')).text).toContain('Nothing is scheduled')
})

it('makes a change order and a milestone note of a message', async () => {
  const { contractId } = deal
  const change = `/contracts/${contractId}/changes/new?message=${messageId}`
  expect((await get(message)).text).toContain(change)
  const form = await get(change)
  expect([form.status, form.text.includes(`“${secret}”`)]).toEqual([200, true])
  const drafted = await post(change, {
    ...{
      submissionId: hidden(form.text, 'submissionId'),
      title: 'Beam',
      reason: 'site_conditions',
      extensionDays: '7',
    },
    ...{ description: 'It is replaced.', vatRateBp: '2550', 'lines[0].effect': 'add', 'lines[0].description': 'Work' },
    ...{ 'lines[0].quantity': '10', 'lines[0].unit': 'h', 'lines[0].unitPrice': '80' },
  })
  expect(drafted.status).toBe(303)
  expect((await get(drafted.headers.location ?? '')).text).toContain(`From a message by ${deal.provider.actor.name}`)
  expect((await get(group)).text).toContain('Draft of a change order')
  expect((await get(group, 'provider')).text).not.toContain('Draft of a change order')
  const note = await get(`${message}/note`)
  const milestoneId =
    /value="([0-9a-f-]{36})"[^>]*name="milestoneId"|name="milestoneId"[^>]*value="([0-9a-f-]{36})"/.exec(note.text)
  const added = await post(`${message}/note`, {
    milestoneId: milestoneId?.[1] ?? milestoneId?.[2] ?? '',
    text: 'A note',
  })
  expect(added.status).toBe(303)
  expect((await get(added.headers.location ?? '')).text).toContain('Note on “')
  for (const who of ['client', 'provider'] as const)
    expect((await get(`/escrow/${contractId}`, who)).text).toContain('A note')
  expect((await post(`${message}/note`, { milestoneId: '', text: 'A note' })).status).toBe(422)
})
