import type { Page } from '@playwright/test'
import { and, count, eq } from 'drizzle-orm'
import { openDirect } from '#app/features/conversations/open-direct.server.ts'
import type { Database } from '#db/client.server.ts'
import { messages } from '#db/schema/chat.ts'
import {
  choiceOf,
  colleagues,
  composerOf,
  expectLive,
  logOf,
  messageIn,
  openConversation,
  openMenuOf,
  rowOf,
  send,
  sendButton,
} from './chat-parts.ts'
import { expect, fillLogin, password, test } from './fixtures.ts'
import { expectFlash } from './parts.ts'

const chatBadge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Messages, / })

const menuEntry = (page: Page) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Messages/ })

/** How often a message was stored. */
function stored(db: Database, conversationId: string, text: string): number {
  const here = and(eq(messages.conversationId, conversationId), eq(messages.text, text))
  return db.select({ times: count() }).from(messages).where(here).get()?.times ?? 0
}

test('two browsers talk to each other', { tag: '@scripts' }, async ({ insertPerson, logIn }) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const a = await logIn(anna.actor)
  await openConversation(a, conversationId, true)
  const header = a.getByRole('region', { name: 'Conversation: Bo Berg' }).locator('header')
  const tick = (text: string, name: string) => messageIn(a, text, true).getByRole('img', { name, exact: true })

  const b = await test.step('how far a message has come, and who is here', async () => {
    await expect(header).toContainText('Offline')
    await send(a, 'Are you on site?')
    await expect(tick('Are you on site?', 'Sent')).toBeVisible()
    const b = await logIn(bo.actor)
    await b.goto('/dashboard')
    await expect(header).toContainText('Online')
    await expect(rowOf(a, 'Bo Berg').getByRole('img', { name: 'Online' })).toBeVisible()
    await expect(tick('Are you on site?', 'Delivered')).toBeVisible()
    await openConversation(b, conversationId, true)
    await expect(tick('Are you on site?', 'Read')).toBeVisible()
    return b
  })

  await test.step('typing, and what was typed', async () => {
    const typing = a.getByText('Bo Berg is typing…')
    await composerOf(b).pressSequentially('Yes')
    await expect(typing).toBeVisible()
    await composerOf(b).fill('')
    await expect(typing).toBeHidden()
    await send(b, 'Yes, since seven.')
    await expect(messageIn(a, 'Yes, since seven.', true)).toBeVisible()
    await expect(messageIn(b, 'Yes, since seven.', true).getByRole('img', { name: 'Read', exact: true })).toBeVisible()
  })

  await test.step('reactions and changes', async () => {
    await choiceOf(await openMenuOf(a, 'Yes, since seven.', true), 'Heart').click()
    await expect(
      messageIn(b, 'Yes, since seven.', true).getByRole('button', { name: '❤️ 1: Anna Ahlgren' }),
    ).toBeVisible()
    await messageIn(a, 'Yes, since seven.', true).getByRole('button', { name: '❤️ 1: You' }).click()
    await expect(messageIn(b, 'Yes, since seven.', true).getByRole('button', { name: /❤️/ })).toHaveCount(0)
  })

  await test.step('a status is seen at once', async () => {
    await b.goto('/status')
    await b.getByRole('radio', { name: 'Do Not Disturb' }).check()
    await b.getByLabel('Status message').fill('On the roof')
    await b.getByRole('button', { name: 'Save status' }).click()
    await expectFlash(b, 'Your status has been saved.')
    await expect(header).toContainText('Do Not Disturb · On the roof')
    await b.getByRole('radio', { name: /^Offline/ }).check()
    await b.getByRole('button', { name: 'Save status' }).click()
    await expect(header).toContainText('Offline · On the roof')
  })
})

test('the tabs of one person stay in sync', { tag: '@scripts' }, async ({ db, insertPerson, logIn }) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const [a, b] = [await logIn(anna.actor), await logIn(bo.actor)]
  const other = await a.context().newPage()
  await openConversation(a, conversationId, true)
  const connected = other.waitForEvent('websocket')
  await other.goto('/projects')
  await connected
  await openConversation(b, conversationId, true)

  await test.step('what another says counts in a tab elsewhere, until it was read in this one', async () => {
    await a.goto('/projects')
    await send(b, 'The crane is here.')
    await expect(chatBadge(other)).toHaveAccessibleName('Messages, 1 unread conversation')
    await expect(menuEntry(other)).toHaveAccessibleName('Messages 1 waiting')
    await openConversation(a, conversationId, true)
    await expect(chatBadge(other)).toHaveAccessibleName('Messages, no unread conversations')
    await expect(menuEntry(other)).toHaveAccessibleName('Messages')
  })

  await test.step('what one tab says stands in the other once', async () => {
    await openConversation(other, conversationId, true)
    await send(a, 'Put it behind the house.')
    for (const page of [other, b, a]) {
      await expect(messageIn(page, 'Put it behind the house.', true)).toBeVisible()
      await expect(logOf(page, true).getByText('Put it behind the house.')).toHaveCount(1)
    }
    await send(other, 'Or in front.')
    for (const page of [a, b, other]) await expect(logOf(page, true).getByText('Or in front.')).toHaveCount(1)
    expect(stored(db, conversationId, 'Put it behind the house.')).toBe(1)
  })
})

test('a draft stays in its own conversation', { tag: '@scripts' }, async ({ insertPerson, logIn }) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const cleo = await insertPerson({ name: 'Cleo Cruz', company: anna.company, companyRole: 'member' })
  openDirect(anna, { userId: cleo.actor.id })
  const page = await logIn(anna.actor)
  await openConversation(page, conversationId, true)
  await composerOf(page).fill('Only for Bo')
  await rowOf(page, 'Cleo Cruz').click()
  await expect(page.getByLabel('Message to Cleo Cruz')).toHaveValue('')
  await expect(rowOf(page, 'Bo Berg')).toContainText('Draft: Only for Bo')
  await expect(rowOf(page, 'Cleo Cruz')).not.toContainText('Draft')
  await page.getByLabel('Message to Cleo Cruz').fill('Sent at once')
  await page.keyboard.press('Enter')
  await rowOf(page, 'Bo Berg').click()
  await expect(page.getByLabel('Message to Bo Berg')).toHaveValue('Only for Bo')
  await expect(rowOf(page, 'Cleo Cruz')).toContainText('You: Sent at once')
})

test('a message written offline is sent once, when the browser is online again', { tag: '@scripts' }, async ({
  db,
  insertPerson,
  logIn,
}) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const [a, b] = [await logIn(anna.actor), await logIn(bo.actor)]
  await openConversation(a, conversationId, true)
  await openConversation(b, conversationId, true)
  await send(a, 'Before the tunnel')
  await expect(messageIn(b, 'Before the tunnel', true)).toBeVisible()

  await a.context().setOffline(true)
  await expect(a.getByText('You are offline. What you write will be sent when you are back online.')).toBeVisible()
  for (const text of ['In the tunnel', 'Still in it']) {
    await send(a, text)
    await expect(messageIn(a, text, true).getByRole('img', { name: 'Being sent' })).toBeVisible()
  }
  await send(b, 'Where are you?')
  expect(stored(db, conversationId, 'In the tunnel')).toBe(0)
  await a.context().setOffline(false)
  await expect(messageIn(a, 'Still in it', true).getByRole('img', { name: /^(Sent|Delivered|Read)$/ })).toBeVisible()
  await expect(messageIn(a, 'Where are you?', true)).toBeVisible()
  for (const page of [a, b]) {
    await expect(logOf(page, true).locator('[data-message]')).toContainText([
      'Before the tunnel',
      'Where are you?',
      'In the tunnel',
      'Still in it',
    ])
  }
  expect(stored(db, conversationId, 'In the tunnel')).toBe(1)
})

test('an unsent message survives a reload', { tag: '@scripts' }, async ({ db, insertPerson, logIn }) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const page = await logIn(anna.actor)
  // Pages load, but no socket can connect.
  await page.addInitScript(() => {
    class Refused extends EventTarget {
      onerror: ((event: Event) => void) | null = null
      constructor() {
        super()
        setTimeout(() => this.onerror?.(new Event('error')))
      }
      close() {}
    }
    Object.assign(window, { WebSocket: Refused })
  })
  await page.route('**/socket.io/**', (route) => route.abort())
  await openConversation(page, conversationId, true)
  await send(page, 'By the third attempt')
  await expect(messageIn(page, 'By the third attempt', true).getByRole('img', { name: 'Being sent' })).toBeVisible()
  await page.reload()
  await expectLive(page)
  await expect(messageIn(page, 'By the third attempt', true).getByRole('img', { name: 'Being sent' })).toBeVisible()
  expect(stored(db, conversationId, 'By the third attempt')).toBe(0)
  await page.unroute('**/socket.io/**')
  await expect(
    messageIn(page, 'By the third attempt', true).getByRole('img', { name: 'Sent', exact: true }),
  ).toBeVisible()
  await expect(logOf(page, true).getByText('By the third attempt')).toHaveCount(1)
  await page.reload()
  await expectLive(page)
  await expect(logOf(page, true).getByText('By the third attempt')).toHaveCount(1)
  expect(stored(db, conversationId, 'By the third attempt')).toBe(1)
})

test('a failed upload is shown, kept, and retried', { tag: '@scripts' }, async ({ insertPerson, logIn }) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const page = await logIn(anna.actor)
  await openConversation(page, conversationId, true)
  await page.route('**/api/upload', (route) => route.abort())
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('oak') }
  await page.locator('input[type=file]').setInputFiles(file)
  await send(page, 'The plan')
  await expectFlash(page, 'Failed to upload file. Please try again.')
  const message = messageIn(page, 'The plan', true)
  await expect(message).toContainText('Failed to send message')
  // The failure stays visible without blocking the composer.
  await send(page, 'It comes in a minute')
  await expect(messageIn(page, 'It comes in a minute', true)).toBeVisible()
  await page.unroute('**/api/upload')
  await message.getByRole('button', { name: 'Retry' }).click()
  await expect(message.getByRole('link', { name: /plan\.txt/ })).toBeVisible()
  await expect(message.getByRole('img', { name: 'Sent', exact: true })).toBeVisible()
})

test('what cannot be sent is refused before it is lost', { tag: '@scripts' }, async ({ insertPerson, logIn }) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const page = await logIn(anna.actor)
  await openConversation(page, conversationId, true)
  const files = page.locator('input[type=file]')
  const file = (name: string) => ({ name, mimeType: '', buffer: Buffer.from('oak') })

  await test.step('a text that is too long', async () => {
    await composerOf(page).fill(`${'long '.repeat(3_200)}!!`)
    await expect(page.getByText('2 characters too many')).toBeVisible()
    await sendButton(page).click()
    await expect(composerOf(page)).toHaveValue(/ !!$/)
    await composerOf(page).press('Backspace')
    await composerOf(page).press('Backspace')
    await sendButton(page).click()
    const message = messageIn(page, 'long long', true)
    await expect(message.getByRole('img', { name: 'Sent', exact: true })).toBeVisible()
    await message.getByText('Show more').click()
    await expect(message.getByText('Show more')).toBeHidden()
  })

  await test.step('a file of another type', async () => {
    await files.setInputFiles([file('setup.exe'), file('plan.txt')])
    await expect(page.getByRole('alert')).toContainText('“setup.exe” is not a type of file we accept.')
    await expect(page.getByRole('group', { name: 'Files to send' })).toContainText('plan.txt')
  })

  await test.step('a file that the server refuses, whose message can be written on', async () => {
    const error = 'This file is broken.'
    await page.route('**/api/upload', (route) => route.fulfill({ status: 422, json: { success: false, error } }))
    await send(page, 'The plan')
    const message = messageIn(page, 'The plan', true)
    await expect(message).toContainText('plan.txt')
    await expect(message).toContainText(error)
    await expect(message.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    await message.getByRole('button', { name: 'Edit' }).click()
    await expect(composerOf(page)).toHaveValue('The plan')
    await expect(page.getByRole('group', { name: 'Files to send' })).toContainText('plan.txt')
  })

  await test.step('an upload that is cancelled', async () => {
    await page.unroute('**/api/upload')
    await page.route('**/api/upload', () => {})
    await sendButton(page).click()
    await page.getByRole('button', { name: 'Cancel the upload' }).click()
    await expect(composerOf(page)).toHaveValue('The plan')
  })

  await test.step('and chosen files stay with their conversation', async () => {
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Messages/ })
      .click()
    await rowOf(page, 'Bo Berg').click()
    await expect(page.getByRole('group', { name: 'Files to send' })).toContainText('plan.txt')
  })
})

test('a user whose session ends is told, and the unsent message waits for the next session', {
  tag: '@scripts',
}, async ({ db, insertPerson, logIn }) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const page = await logIn(anna.actor)
  await openConversation(page, conversationId, true)
  await page.context().setOffline(true)
  await send(page, 'I was about to say')
  await expect(messageIn(page, 'I was about to say', true).getByRole('img', { name: 'Being sent' })).toBeVisible()
  db.$client.prepare('DELETE FROM sessions WHERE user_id = ?').run(anna.actor.id)
  await page.context().setOffline(false)
  // A pending connection may take ten seconds to time out before the next attempt is refused.
  const told = page.getByRole('status').filter({ hasText: 'You are logged out. Log in again to continue.' })
  await expect(told).toBeVisible({ timeout: 30_000 })
  await page.goto(`/messages/${conversationId}`)
  await fillLogin(page, anna.actor.email, password)
  await expect(page).toHaveURL(`/messages/${conversationId}`)
  await expect(
    messageIn(page, 'I was about to say', true).getByRole('img', { name: 'Sent', exact: true }),
  ).toBeVisible()
  expect(stored(db, conversationId, 'I was about to say')).toBe(1)
})
