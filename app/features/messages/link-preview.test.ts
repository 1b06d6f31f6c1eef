import { createServer, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { setChatPreferences } from '#app/features/conversations/set-chat-preferences.server.ts'
import { internet, type Network } from '#app/platform/fetch-page.server.ts'
import type { Database } from '#db/client.server.ts'
import { type Dispatcher, startDispatcher } from '#db/event-dispatcher.server.ts'
import { newId } from '#db/ids.ts'
import { conversations } from '#db/schema/chat.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { editMessage } from './edit-message.server.ts'
import { deleteExpiredPreviews } from './link-preview.server.ts'
import { readMessage } from './message-rows.server.ts'
import { readPageHead } from './page-head.server.ts'
import { sendMessage } from './send-message.server.ts'
import { startLinkPreviews } from './start-link-previews.server.ts'

let pages: Server
let asked: string[]
let link: (path: string) => string
let network: Network
let stops: Array<() => void>
let dispatcher: Dispatcher
let db: Database
let author: UserContext
let conversationId: string
beforeAll(async () => {
  pages = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    response.end(`<head><title>Page ${request.url}</title><meta name="description" content="About it">`)
  })
  await new Promise<void>((ready) => pages.listen(0, '127.0.0.1', ready))
  const { port } = pages.address() as AddressInfo
  link = (path) => `http://pages.test:${port}${path}`
  const lookup: LookupFunction = (_name, options, found) =>
    options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4)
  network = { lookup, allowed: ['127.0.0.1'], ports: [port], timeout: internet.timeout }
})
afterAll(() => void pages.close())
afterEach(() => {
  dispatcher.stop()
  for (const stop of stops) stop()
})
beforeEach(() => {
  asked = []
  db = testDatabase()
  author = createPerson(db)
  conversationId = createConversation(db, { members: [author, createPerson(db)] }).id
  dispatcher = startDispatcher(db, [])
  stops = startLinkPreviews(network)
})

const send = (text: string) => sendMessage(author, { conversationId, text, clientId: newId() }).id
const preview = (id: string) => readMessage(db, id).preview
const until = (id: string) => expect.poll(() => preview(id)?.title)

it('shows the metadata of a page, fetched once a day', async () => {
  const id = send(`Look: ${link('/a#part')}.`)
  await until(id).toBe('Page /a')
  expect(preview(id)).toEqual({
    url: link('/a#part'),
    title: 'Page /a',
    description: 'About it',
    siteName: 'pages.test',
  })
  expect(readMessage(db, id).rev).toBe(2)
  expect(db.select().from(conversations).get()?.lastRev).toBe(2)
  await until(send(link('/a'))).toBe('Page /a')
  expect(asked).toEqual(['/a'])
  expect(deleteExpiredPreviews(db, Date.now())).toBe(0)
  expect(deleteExpiredPreviews(db, Date.now() + 25 * 3_600_000)).toBe(1)
})

it('follows the message when it is edited', async () => {
  const id = send(link('/a'))
  await until(id).toBe('Page /a')
  editMessage(author, { messageId: id, text: link('/b') })
  await until(id).toBe('Page /b')
  editMessage(author, { messageId: id, text: 'Nothing to see' })
  await until(id).toBeUndefined()
})

it('catches up at the start with messages sent just before the process died', async () => {
  for (const stop of stops) stop()
  const id = send(link('/a'))
  await turn()
  stops = startLinkPreviews(network)
  await until(id).toBe('Page /a')
})

it('fetches nothing for a user who has switched it off', async () => {
  const somebody = createPerson(db)
  setChatPreferences(author, { shortcuts: true, linkPreviews: false, relayCalls: false, groupLevel: 'all' })
  const id = send(link('/secret'))
  // A later message has its preview, so the first one has been handled by then.
  const shared = createConversation(db, { members: [somebody, author] }).id
  const input = { conversationId: shared, text: link('/open'), clientId: newId() }
  await until(sendMessage(somebody, input).id).toBe('Page /open')
  expect([preview(id), asked]).toEqual([null, ['/open']])
})

it.each([
  ['<title>A &amp; B</title>', 'A & B', null],
  [
    '<title>x</title><meta property="og:title" content="Given"><meta property="og:description" content="D">',
    'Given',
    'D',
  ],
  ['<title>  two\n\nlines \u202e\u0000</title>', 'two lines', null],
  ['<body><title>late</title>', null, null],
  ['<title></title>', null, null],
  ['<title><script>alert(1)</script></title>', '<script>alert(1)</script>', null],
  [`<title>${'x'.repeat(500)}</title>`, `${'x'.repeat(199)}…`, null],
])('reads %s', (html, title, description) => {
  const head = readPageHead({ url: 'http://www.a.test/', contentType: 'text/html', body: Buffer.from(html) })
  expect([head?.title ?? null, head?.description ?? null]).toEqual([title, description])
})

it('uses the declared encoding of a page', () => {
  const body = Buffer.from('<meta charset="iso-8859-1"><title>R\xe4k</title>', 'latin1')
  expect(readPageHead({ url: 'http://a.test/', contentType: 'text/html', body })?.title).toBe('Räk')
})
