import { openDirect } from '#app/features/conversations/open-direct.server.ts'
import { say } from '#tests/factories/chat.ts'
import { sentDeal } from '#tests/factories/deal.ts'
import { createDraft, day } from '#tests/factories/project.ts'
import { colleagues, composerOf, listOf, openConversation } from './chat-parts.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration } from './hydration.ts'

test('the header searches everything that the reader may open, by kind', async ({
  db,
  parties,
  insertPerson,
  logIn,
}) => {
  const people = await parties()
  const { contractId } = await sentDeal(db, people)
  const colleague = await insertPerson({ name: 'Bo Berg', company: people.client.company, companyRole: 'member' })
  const { conversationId } = openDirect(people.client, { userId: colleague.actor.id })
  say(colleague, conversationId, 'The kitchen has arrived')
  const page = await logIn(people.client.actor)
  await page.goto('/dashboard')
  const field = page.getByRole('banner').getByRole('searchbox', { name: 'Search across all pages...' })
  await field.fill('kitchen')
  await field.press('Enter')
  await expect(page).toHaveURL('/search?q=kitchen')
  await expect(page.getByRole('heading', { name: 'Contracts' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'The kitchen has arrived' })).toBeVisible()
  await page.getByRole('region', { name: 'Contracts' }).getByRole('link', { name: 'Kitchen of the school' }).click()
  await expect(page).toHaveURL(`/contracts/${contractId}`)
})

test('Ctrl+K and / lead to the search from anywhere but a field @scripts', async ({ insertPerson, logIn }) => {
  const { actor } = await insertPerson()
  const page = await logIn(actor)
  await page.goto('/profile')
  await waitForHydration(page)
  const field = page.getByRole('banner').getByRole('searchbox')
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 200 })
  }).toPass()
  const name = page.getByRole('main').getByRole('textbox').first()
  const known = await name.inputValue()
  await name.fill('A')
  await name.press('/')
  await expect(name).toHaveValue('A/')
  await name.fill(known)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/team')
  await waitForHydration(page)
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(page).toHaveURL('/search', { timeout: 200 })
  }).toPass()
})

test('in chat Ctrl+K switches between conversations, and a second time leads to the search @scripts', async ({
  insertPerson,
  logIn,
}) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const cleo = await insertPerson({ name: 'Cleo Carlsson', company: bo.company, companyRole: 'member' })
  openDirect(anna, { userId: cleo.actor.id })
  const page = await logIn(anna.actor)
  await openConversation(page, conversationId, true)
  const list = listOf(page)
  const field = list.getByRole('searchbox')
  await composerOf(page).fill('Half a sentence')
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 200 })
  }).toPass()
  await field.fill('cleo')
  await expect(list.getByRole('link', { name: 'Bo Berg' })).toHaveCount(0)
  await field.press('Enter')
  await expect(page.getByRole('region', { name: 'Conversation: Cleo Carlsson' })).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(composerOf(page)).toBeFocused()
  await page.keyboard.press('Control+k')
  await field.fill('cleo')
  await field.press('Enter')
  await expect(composerOf(page)).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('ArrowDown')
  await expect(list.locator('a.conversation').first()).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('banner').getByRole('searchbox')).toBeFocused()
})

test('/ does nothing where shortcuts are switched off @scripts', async ({ insertPerson, logIn }) => {
  const { actor } = await insertPerson()
  const page = await logIn(actor)
  await page.goto('/settings?tab=media')
  await page.getByRole('checkbox', { name: 'Keyboard shortcuts' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('Your choices have been saved.')).toBeVisible()
  await page.goto('/team')
  await waitForHydration(page)
  const field = page.getByRole('banner').getByRole('searchbox')
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.getByRole('main').focus()
  await page.keyboard.press('/')
  await expect(page.getByRole('main')).toBeFocused()
})

test('leaving a form with typed content asks, and its own button does not @scripts', async ({
  insertPerson,
  logIn,
}) => {
  const owner = await insertPerson()
  const { id } = createDraft(owner, { title: 'A barn', bidDeadline: Date.now() + 3 * day })
  const page = await logIn(owner.actor)
  await page.goto(`/projects/${id}/edit`)
  await waitForHydration(page)
  const title = page.getByLabel('Title', { exact: true })
  const save = page.getByRole('main').getByRole('button', { name: 'Save changes' })
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
  await title.fill('A red barn')
  // What asks is loaded with the first key; the browser is held back from then on, too.
  const asks = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await expect.poll(asks).toBe(true)
  const toTeam = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Team' })
  await toTeam.click()
  await expect(asked).toBeVisible()
  await asked.getByRole('button', { name: 'Stay here' }).click()
  await expect(asked).toBeHidden()
  await expect(title).toHaveValue('A red barn')
  await title.fill('')
  await save.click()
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  await toTeam.click()
  await expect(asked).toBeVisible()
  await page.keyboard.press('Escape')
  await title.fill('A blue barn')
  await save.click()
  await expect(page).toHaveURL(`/projects/${id}`)
  await expect(asked).toBeHidden()
})

test('the account menu has the status @scripts', async ({ insertPerson, logIn }) => {
  const { actor } = await insertPerson()
  const page = await logIn(actor)
  await page.goto('/team?q=x')
  await page
    .locator('summary')
    .filter({ hasText: `Account menu of ${actor.name}` })
    .click()
  const menu = page.getByRole('banner')
  await menu.getByLabel('Status', { exact: true }).selectOption('busy')
  await menu.getByLabel('Status message').fill('On site')
  await menu.getByRole('button', { name: 'Save status' }).click()
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /status/i })
      .first(),
  ).toBeVisible()
  await expect(page).toHaveURL('/team?q=x')
  await page.goto('/status')
  await expect(page.getByRole('main').getByLabel('Status message')).toHaveValue('On site')
})
