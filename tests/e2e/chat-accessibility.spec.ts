import type { Page } from '@playwright/test'
import { createConversation } from '#tests/factories/chat.ts'
import {
  choiceOf,
  composerOf,
  expectLive,
  listOf,
  messageIn,
  openConversation,
  openMenuOf,
  sendButton,
} from './chat-parts.ts'
import { buildChatWorld } from './chat-world.ts'
import { expectAccessible, expectNoOverflow } from './checks.ts'
import { expect, test } from './fixtures.ts'
import { setAppearance, tabTo } from './parts.ts'

const wide = { width: 1280, height: 720 }

// accessibility.spec.ts checks the pages as they load; this file checks what opens on them. One theme is enough here too.
test('what opens in chat is accessible and fits', { tag: '@scripts' }, async ({ db, parties, insertPerson, logIn }) => {
  test.setTimeout(120_000)
  const { client, provider } = await parties()
  const colleague = await insertPerson({ company: client.company, companyRole: 'member' })
  createConversation(db, { type: 'direct', members: [client, provider] })
  const { site } = buildChatWorld({ client, provider, colleague })
  const page = await logIn(client.actor)
  await setAppearance(page, { theme: 'space', language: 'en' })
  const checkAccessibility = () => expectAccessible(page)
  const fits = async () => {
    await expectNoOverflow(page)
    await page.setViewportSize(wide)
  }

  await test.step('a message is answered, changed, looked up', async () => {
    await openConversation(page, site, true)
    await openMenuOf(page, 'When do we begin', true)
    await checkAccessibility()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add an emoji' }).click()
    await checkAccessibility()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Search messages' }).click()
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('Monday')
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 message found')).toBeVisible()
    await choiceOf(await openMenuOf(page, 'When do we begin', true), 'Reply').click()
    await composerOf(page).pressSequentially('@')
    await expect(page.getByRole('option').first()).toBeVisible()
    await checkAccessibility()
    await fits()
    await page.keyboard.press('Escape')
    await composerOf(page).fill('')
    await sendButton(page).click()
    await expect(page.getByText('Write something, or add a file.')).toBeVisible()
    await choiceOf(await openMenuOf(page, 'On Monday', true), 'Edit').click()
    await checkAccessibility()
    await fits()
  })
  await test.step('the panel', async () => {
    const connected = page.waitForEvent('websocket')
    await page.goto('/projects')
    await connected
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Messages, / })
      .click()
    await expect(page.getByRole('dialog').getByRole('log')).toBeVisible()
    await checkAccessibility()
    await fits()
  })
  await test.step('the steps of the wizard', async () => {
    await page.goto('/messages/groups/new')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Group Name *')).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await checkAccessibility()
    await fits()
    await page.getByLabel('Group Name *').fill('Harbour office')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    await checkAccessibility()
    await fits()
  })
})

test('a message can be written and sent with the keyboard alone', async ({
  insertPerson,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  const anna = await insertPerson({ name: 'Anna Ahlgren' })
  await insertPerson({ name: 'Bo Berg', company: anna.company, companyRole: 'member' })
  const page = await logIn(anna.actor)
  await page.goto('/messages')
  const press = async (target: ReturnType<Page['getByRole']>) => {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }
  await press(listOf(page).locator('summary'))
  await press(listOf(page).getByRole('link', { name: 'New Message' }).first())
  await expect(page).toHaveURL('/messages/new')
  await press(page.getByRole('button', { name: /^Bo Berg/ }))
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/)
  if (scripts) await expectLive(page)
  await tabTo(page, composerOf(page))
  await page.keyboard.type('By the keyboard')
  await press(sendButton(page))
  await expect(messageIn(page, 'By the keyboard', scripts)).toBeVisible()
})
