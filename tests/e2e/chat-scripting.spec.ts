import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { openDirect } from '#app/features/conversations/open-direct.server.ts'
import { createGroup } from '#app/features/groups/create-group.server.ts'
import { requestToJoin } from '#app/features/groups/request-to-join.server.ts'
import { pinMessage } from '#app/features/messages/pin-message.server.ts'
import { saveDraft } from '#app/features/messages/save-draft.server.ts'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import { chooseStatus } from '#app/features/presence/choose-status.server.ts'
import type { Database } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { anyFile } from '#tests/factories/chat.ts'
import { composerOf, expectLive, logOf, messageIn, openConversation, rowOf, send } from './chat-parts.ts'
import { expectTexts, titled } from './checks.ts'
import { expect, test } from './fixtures.ts'
import { payloads } from './payloads.ts'

const all = payloads.join('\n')
const payload = (index: number) => payloads[index % payloads.length] ?? ''
/** The text as a page renders it, with white space collapsed. */
const shown = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const settings = { allowInvites: true, moderateMessages: true, allowFileSharing: true, allowCalls: true }

/** Gives a user a name with a script. */
function renamed(db: Database, ctx: CompanyContext, name: string): CompanyContext {
  db.update(users).set({ name, jobTitle: name }).where(eq(users.id, ctx.actor.id)).run()
  return { ...ctx, actor: { ...ctx.actor, name } }
}

/** Three people with scripts in their names, in conversations with scripts in every text. */
function buildPlace([anna, bo, cleo]: [CompanyContext, CompanyContext, CompanyContext]) {
  const group = (index: number) =>
    createGroup(anna, {
      ...{ name: payload(index), description: payloads.slice(0, 20).join('\n').slice(0, 1000), groupType: 'project' },
      ...{ privacy: 'invite-only', tags: [payload(index).slice(0, 30)], settings, memberIds: [bo.actor.id] },
    }).conversationId
  const groups = [0, 6, 9, 14, 19, 27].map(group)
  const [main = ''] = groups
  const say = (ctx: CompanyContext, text: string, more: { replyToId?: string; fileIds?: string[] } = {}) =>
    sendMessage(ctx, { conversationId: main, text, clientId: randomUUID(), ...more }).id
  const ids = payloads.map((text) => say(anna, text))
  for (const index of [3, 12]) say(anna, payload(index), { replyToId: ids[index + 1] ?? '' })
  const named = (index: number, kind: 'document' | 'image' | 'audio') =>
    anyFile(anna.db, anna, main, { kind, name: payload(index) })
  const files = [named(1, 'document'), named(6, 'image'), named(9, 'audio')]
  say(anna, '', { fileIds: files })
  pinMessage(anna, { messageId: ids[8] ?? '', pinned: true })
  say(bo, all)
  requestToJoin(cleo, { conversationId: main })
  chooseStatus(bo, { status: 'busy', customText: payload(6) })
  const { conversationId: direct } = openDirect(anna, { userId: bo.actor.id })
  sendMessage(bo, { conversationId: direct, text: payload(7), clientId: randomUUID() })
  saveDraft(anna, { conversationId: direct, text: all, replyToId: null })
  return { main, direct, message: ids[6] ?? '' }
}

test('thirty scripts in everything that chat shows are shown as text', async ({
  db,
  insertPerson,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  test.setTimeout(120_000)
  const anna = renamed(db, await insertPerson(), payload(18))
  const mate = { company: anna.company, companyRole: 'member' as const }
  const bo = renamed(db, await insertPerson(mate), payload(3))
  const cleo = renamed(db, await insertPerson(), payload(10))
  const { main, direct, message } = buildPlace([anna, bo, cleo])
  const page = await logIn(anna.actor)
  /** The fixtures also fail on a dialog, a script error or a CSP violation. */
  const quiet = async (path: string) => {
    if (scripts) expect(await page.evaluate(() => 'pwned' in window), path).toBe(false)
  }
  const shows = async (path: string, texts: string[]) => {
    await page.goto(path)
    await expectTexts(page.getByRole('main'), texts, path)
    await quiet(path)
  }

  await test.step('the conversation, its messages, their quotes and files', async () => {
    await openConversation(page, main, scripts)
    await expectTexts(logOf(page, scripts), payloads, main)
    await expect(messageIn(page, 'In reply to', scripts)).toContainText(shown(payload(4)))
    await expect(logOf(page, scripts).getByRole('link', { name: payload(1) })).toBeAttached()
    await expect(logOf(page, scripts).getByRole('img', { name: payload(6) })).toBeAttached()
    await expect(page.getByRole('link', { name: `Pinned: ${payload(8)}` })).toBeVisible()
    await expect(page.getByRole('heading', { name: payload(0), exact: true }).first()).toBeVisible()
    await expect(page).toHaveTitle(titled(payload(0)))
    await quiet(main)
  })
  await test.step('the list, a draft, a status', async () => {
    await shows('/messages', [payload(0), payload(6), payload(9), payload(14), payload(19), payload(27), payload(3)])
    await openConversation(page, direct, scripts)
    expect(shown(await composerOf(page).inputValue())).toBe(shown(all))
    await expect(page.getByRole('region', { name: /^Conversation/ }).locator('header')).toContainText(payload(6))
    await quiet(direct)
  })
  await test.step('the pages around it', async () => {
    await shows(`/messages/${main}/details`, [payload(0), payload(5), payload(3), payload(6), payload(10), payload(8)])
    await shows(`/messages/${main}/details?confirm=remove&user=${bo.actor.id}`, [payload(0), payload(3)])
    await shows(`/messages/${main}/messages/${message}`, [payload(6)])
    await shows(`/messages/${main}/settings`, [])
    await expect(page.getByLabel('Group Name *')).toHaveValue(payload(0))
    await shows('/messages/new', [payload(3)])
    for (const at of ['/messages?q=', '/messages/groups?q=', '/messages/new?q=', `/messages/${main}?search=`]) {
      await page.goto(`${at}${encodeURIComponent(payload(1))}`)
      await expect(page.locator(at.endsWith('search=') ? 'input[name=search]' : 'main input[name=q]')).toHaveValue(
        payload(1),
      )
      await quiet(at)
    }
  })
  await test.step('what others see of it', async () => {
    const other = await logIn(cleo.actor)
    await other.goto(`/messages/groups/${main}`)
    await expect(other.getByRole('main')).toContainText(payload(0))
    await other.goto('/messages/groups')
    await expect(other.getByRole('main')).toContainText(payload(0))
  })
})

test('scripts in live messages do not run', { tag: '@scripts' }, async ({ db, insertPerson, logIn }) => {
  const anna = renamed(db, await insertPerson(), payload(18))
  const bo = renamed(db, await insertPerson({ company: anna.company, companyRole: 'member' }), payload(3))
  const { conversationId } = createGroup(anna, {
    ...{
      name: payload(5),
      description: '',
      groupType: 'custom',
      privacy: 'private',
      tags: [],
      memberIds: [bo.actor.id],
    },
    settings: { ...settings, moderateMessages: false },
  })
  const first = sendMessage(anna, { conversationId, text: payload(7), clientId: randomUUID() }).id
  const [a, b] = [await logIn(anna.actor), await logIn(bo.actor)]
  const harmless = async (page: Page) => expect(await page.evaluate(() => 'pwned' in window)).toBe(false)

  const connected = a.waitForEvent('websocket')
  await a.goto('/projects')
  await connected
  await b.goto(`/messages/${conversationId}?reply=${first}`)
  await expectLive(b)
  await composerOf(b).pressSequentially('<')
  await send(b, all)
  await expect(messageIn(b, payload(20), true)).toBeVisible()
  await expect(a.getByRole('banner').getByRole('link', { name: 'Messages, 1 unread conversation' })).toBeVisible()

  await test.step('in the panel', async () => {
    await a
      .getByRole('banner')
      .getByRole('link', { name: /^Messages, / })
      .click()
    const panel = a.getByRole('dialog', { name: 'Messages' })
    await expect(panel.getByRole('log')).toContainText(shown(payload(29)))
    await panel.getByRole('link', { name: 'Back to the conversations' }).click()
    await rowOf(a, payload(5)).click()
    await expect(panel.getByRole('log')).toContainText(shown(payload(29)))
    await b.locator('input[type=file]').setInputFiles({
      name: '<img src=x onerror=alert(9)>.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('<script>alert(1)</script>'),
    })
    await send(b, payload(0))
    await expect(panel.getByRole('link', { name: /onerror=alert\(9\)/ })).toBeVisible()
    await harmless(a)
  })
  await test.step('among the notifications', async () => {
    await a.goto('/notifications')
    await expect(a.getByRole('main')).toContainText(shown(payload(3)))
    await expect(a.getByRole('main')).toContainText(shown(payload(5)))
    await harmless(a)
  })
  await harmless(b)
})
