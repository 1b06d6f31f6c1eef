import { expect, type Locator, type Page } from '@playwright/test'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { openDirect } from '#app/features/conversations/open-direct.server.ts'

/** The fixture `insertPerson`, which creates the people of the chat journeys. */
type InsertPerson = (options?: {
  name?: string
  company?: { id: string }
  companyRole?: 'owner' | 'member'
}) => Promise<CompanyContext>

/** Two people of one company, and their direct conversation. */
export async function colleagues(insertPerson: InsertPerson) {
  const anna = await insertPerson({ name: 'Anna Ahlgren' })
  const bo = await insertPerson({ name: 'Bo Berg', company: anna.company, companyRole: 'member' })
  const { conversationId } = openDirect(anna, { userId: bo.actor.id })
  return { anna, bo, conversationId }
}

/** Opens a conversation, and with scripts waits until it is live. */
export async function openConversation(page: Page, conversationId: string, withScripts: boolean): Promise<void> {
  await page.goto(`/messages/${conversationId}`)
  if (withScripts) await expectLive(page)
}

/** Closes the panel, and waits until its entry has left the history: what goes back before that stays where it is. */
export async function closePanel(panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'Close messages' }).click()
  await expect(panel).toBeHidden()
}

/**
 * Back, as the page itself asks for it, so that it comes after the page's own step back, which closing the panel is. Playwright's `goBack`
 * counts from an entry that the browser may not have left yet.
 */
export const goBack = (page: Page): Promise<void> => page.evaluate(() => window.history.back())

export async function expectLive(page: Page): Promise<void> {
  await expect(page.locator('[data-chat-search]')).toHaveAttribute('aria-expanded')
}

/** The messages of the open conversation, which are in a frame without scripts. */
export function logOf(page: Page, withScripts: boolean): Locator {
  return withScripts ? page.getByRole('log') : page.frameLocator('iframe[title="Messages"]').getByRole('log')
}

/** The first message with this text; replies that quote it come later. */
export function messageIn(page: Page, text: string | RegExp, withScripts: boolean): Locator {
  return logOf(page, withScripts).getByRole('listitem').filter({ hasText: text }).first()
}

export const composerOf = (page: Page): Locator => page.getByLabel(/^Message to /)

export async function send(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text)
  await sendButton(page).click()
}

export const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Send', exact: true })

/** Opens the menu of a message: a popover with scripts, a page without. */
export async function openMenuOf(page: Page, text: string, withScripts: boolean): Promise<Locator> {
  const message = messageIn(page, text, withScripts)
  await message.getByRole(withScripts ? 'button' : 'link', { name: 'Message menu' }).click()
  const menu = withScripts ? page.locator('[popover]:popover-open') : page.getByRole('main')
  await expect(menu).toBeVisible()
  return menu
}

/** An entry of that menu, which is a button or a link. */
export function choiceOf(menu: Locator, name: string): Locator {
  return menu.getByRole('button', { name, exact: true }).or(menu.getByRole('link', { name, exact: true }))
}

/** Chooses an action that has to be confirmed: in the menu with scripts, on the message's page without. */
export async function chooseAndConfirm(page: Page, text: string, name: string, withScripts: boolean): Promise<void> {
  const menu = await openMenuOf(page, text, withScripts)
  await choiceOf(menu, name).click()
  if (withScripts) await choiceOf(menu, name).click()
}

export const listOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Messages', exact: true })

/** A conversation in the list. */
export const rowOf = (page: Page, name: string): Locator =>
  listOf(page).getByRole('listitem').getByRole('link').filter({ hasText: name })

/** Chooses an entry in the menu of the open conversation. */
export async function chooseOfThread(page: Page, name: string): Promise<void> {
  const header = page.getByRole('region', { name: /^Conversation: / }).locator('header')
  await header.locator('summary').click()
  await choiceOf(header, name).click()
}
