import type { Page } from '@playwright/test'
import { openDirect } from '#app/features/conversations/open-direct.server.ts'
import { say } from '#tests/factories/chat.ts'
import { closePanel, colleagues, composerOf, goBack, messageIn, openConversation, rowOf, send } from './chat-parts.ts'
import { expectAccessible } from './checks.ts'
import { expect, test } from './fixtures.ts'

/** Opens a page and waits for the live chat, which loads after the page. */
async function goLive(page: Page, path: string): Promise<void> {
  const connected = page.waitForEvent('websocket')
  await page.goto(path)
  await connected
}

test('the panel over any page is opened, used and closed with keys and clicks', { tag: '@scripts' }, async ({
  insertPerson,
  logIn,
}) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  say(bo, conversationId, 'Is the offer ready?')
  const [a, b] = [await logIn(anna.actor), await logIn(bo.actor)]
  await openConversation(b, conversationId, true)
  await goLive(a, '/projects')
  const launcher = a.getByRole('banner').getByRole('link', { name: /^Messages, / })
  const panel = a.getByRole('dialog', { name: 'Messages' })
  const composer = panel.getByLabel('Message to Bo Berg')

  await test.step('opened by the keyboard, on the latest conversation', async () => {
    await launcher.focus()
    await a.keyboard.press('Enter')
    await expect(panel).toBeVisible()
    await expect(panel.getByRole('log')).toContainText('Is the offer ready?')
    await expect(launcher).toHaveAccessibleName('Messages, no unread conversations')
    await composer.fill('It is,')
    await composer.press('Shift+Enter')
    await a.keyboard.type('with two prices.')
    await composer.press('Enter')
    await expect(composer).toHaveValue('')
    await expect(composer).toBeFocused()
    await expect(messageIn(b, 'It is,\nwith two prices.', true)).toBeVisible()
  })

  await test.step('Ctrl+F searches here, and Escape leaves one thing after the other', async () => {
    await composer.press('Control+f')
    const field = panel.getByRole('searchbox', { name: 'Search messages' })
    await expect(field).toBeFocused()
    await field.fill('offer')
    await field.press('Enter')
    await expect(panel.getByText('1 message found')).toBeVisible()
    await panel.getByRole('link', { name: /Is the offer ready/ }).click()
    await expect(panel.locator('[data-message]').filter({ hasText: 'Is the offer ready?' })).toBeFocused()
    await field.press('Escape')
    await expect(field).toBeHidden()
    await expect(panel).toBeVisible()
    await a.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(launcher).toBeFocused()
    await a.keyboard.press('Control+f')
    await expect(field).toBeHidden()
  })

  await test.step('the page beside it stays usable, and closing keeps half a thought', async () => {
    await launcher.click()
    await composer.fill('Half a thought')
    await a.getByRole('link', { name: 'Create project' }).first().click()
    await expect(a).toHaveURL('/projects/new')
    await expect(panel).toBeVisible()
    await closePanel(panel)
    await launcher.click()
    await expect(composer).toHaveValue('Half a thought')
    await closePanel(panel)
  })

  await test.step('on a phone it is a sheet, shows the list first, and one conversation at a time', async () => {
    await a.setViewportSize({ width: 390, height: 800 })
    await goLive(a, '/projects')
    await launcher.click()
    await expect(composer).toBeHidden()
    await rowOf(a, 'Bo Berg').click()
    await expect(composer).toBeVisible()
    await panel.getByRole('link', { name: 'Back to the conversations' }).click()
    await expect(rowOf(a, 'Bo Berg')).toBeVisible()
    await expect(a).toHaveURL('/projects')
  })

  await test.step('Back closes it before it leaves the page; Forward, and Back from another page, open it again', async () => {
    await goLive(a, '/contracts')
    await goLive(a, '/projects')
    await launcher.click()
    await expect(panel).toBeVisible()
    await a.goBack()
    await expect(panel).toBeHidden()
    await expect(a).toHaveURL('/projects')
    await a.goForward()
    await expect(panel).toBeVisible()
    await panel.getByRole('link', { name: 'Open as a page' }).click()
    await expect(a).toHaveURL(/\/messages/)
    await a.goBack()
    await expect(a).toHaveURL('/projects')
    await expect(panel).toBeVisible()
    await a.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await goBack(a)
    await expect(a).toHaveURL('/contracts')
    await expect(panel).toBeHidden()
  })
})

test('what belongs to chat opens inside the panel, and the page behind keeps its form', { tag: '@scripts' }, async ({
  insertPerson,
  logIn,
}) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  await insertPerson({ name: 'Cleo Cruz', company: anna.company, companyRole: 'member' })
  say(bo, conversationId, 'Is the offer ready?')
  const page = await logIn(anna.actor)
  await goLive(page, '/projects/new')
  const title = page.getByRole('main').getByLabel('Title', { exact: true })
  await title.fill('A roof that keeps')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Messages, / })
    .click()
  const panel = page.getByRole('dialog', { name: 'Messages' })
  const heading = (name: string) => expect(panel.getByRole('heading', { name, level: 2, exact: true })).toBeFocused()
  const back = panel.locator('header').getByRole('button', { name: 'Back', exact: true })
  await expect(panel.getByLabel('Message to Bo Berg')).toBeVisible()

  await test.step('who has seen a message, and an answer to it', async () => {
    const message = panel.getByRole('log').getByRole('listitem').filter({ hasText: 'Is the offer ready?' })
    await message.getByRole('button', { name: 'Message menu' }).click()
    await page.locator('[popover]:popover-open').getByRole('link', { name: 'Seen by' }).click()
    await heading('Message')
    await panel.getByRole('link', { name: 'Reply' }).first().click()
    await expect(panel.getByText('Replying to Bo Berg')).toBeVisible()
  })
  await test.step('the details, and back', async () => {
    await panel.locator('header summary').click()
    await panel.locator('header').getByRole('link', { name: 'Details' }).last().click()
    await heading('Details')
    await expect(panel.getByText('Anna Ahlgren')).toBeVisible()
    await back.click()
    await expect(panel.getByLabel('Message to Bo Berg')).toBeVisible()
  })
  await test.step('a new group, with the form that was refused', async () => {
    await panel.getByRole('link', { name: 'Back to the conversations' }).click()
    await panel.getByRole('navigation', { name: 'Messages' }).locator('summary').click()
    await panel.getByRole('link', { name: 'Discover' }).click()
    await heading('Discover Groups')
    await back.click()
    await panel.getByRole('navigation', { name: 'Messages' }).locator('summary').click()
    await panel.getByRole('link', { name: 'Create Group' }).click()
    await panel.getByRole('button', { name: 'Continue' }).click()
    // A second press is not taken before the next step is there.
    await expect(panel.getByLabel('Group Name')).toBeVisible()
    await panel.getByRole('button', { name: 'Continue' }).click()
    await expect(panel.getByRole('alert')).toBeFocused()
    await back.click()
  })
  await test.step('a new message', async () => {
    await panel.getByRole('navigation', { name: 'Messages' }).locator('summary').click()
    await panel.getByRole('link', { name: 'New Message' }).click()
    await panel.getByRole('searchbox').fill('Cleo')
    await panel.getByRole('searchbox').press('Enter')
    await expect(panel.getByRole('button', { name: /Bo Berg/ })).toHaveCount(0)
    await panel.getByRole('button', { name: /Cleo Cruz/ }).click()
    await panel.getByLabel('Message to Cleo Cruz').fill('Welcome')
    await panel.getByLabel('Message to Cleo Cruz').press('Enter')
    await expect(panel.getByRole('log')).toContainText('Welcome')
  })
  await expect(page).toHaveURL('/projects/new')
  await expect(title).toHaveValue('A roof that keeps')
  await test.step('it opens again where it was', async () => {
    await panel.locator('header summary').click()
    await panel.locator('header').getByRole('link', { name: 'Details' }).last().click()
    await heading('Details')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Messages, / })
      .click()
    await heading('Details')
    await expectAccessible(page)
  })
})

test('a conversation can be read and written with the keyboard alone', { tag: '@scripts' }, async ({
  insertPerson,
  logIn,
}) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const cleo = await insertPerson({ name: 'Cleo Cruz', company: anna.company, companyRole: 'member' })
  openDirect(anna, { userId: cleo.actor.id })
  for (const text of ['First', 'Second', 'Third']) say(text === 'Second' ? anna : bo, conversationId, text)
  const page = await logIn(anna.actor)
  await openConversation(page, conversationId, true)
  const focused = (text: string) => expect(messageIn(page, text, true)).toBeFocused()
  await expect(composerOf(page)).toBeFocused()
  await expect(messageIn(page, 'Third', true)).toHaveAttribute('tabindex', '0')
  await page.getByRole('log').focus()
  for (const [key, text] of [
    ['ArrowUp', 'Third'],
    ['ArrowUp', 'Second'],
    ['ArrowDown', 'Third'],
    ['Home', 'First'],
    ['End', 'Third'],
  ] as const) {
    await page.keyboard.press(key)
    await focused(text)
  }
  await test.step('all messages are one tab stop, the one that was read last, and Escape goes to the list', async () => {
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('region', { name: /^Conversation: / }).locator('header summary')).toBeFocused()
    await page.keyboard.press('Tab')
    await focused('Second')
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'Bo Berg')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(rowOf(page, 'Cleo Cruz')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(rowOf(page, 'Bo Berg')).toBeFocused()
    await messageIn(page, 'Third', true).focus()
  })
  await test.step('the menu of a message', async () => {
    await page.keyboard.press('Tab')
    // A link until the menu has loaded, and the same element afterwards.
    await expect(messageIn(page, 'Third', true).getByRole('button', { name: 'Message menu' })).toBeFocused()
    await page.keyboard.press('Space')
    const menu = page.locator('[popover]:popover-open')
    await expect(menu.getByRole('button', { name: 'Thumbs up' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(messageIn(page, 'Third', true).getByRole('button', { name: 'Message menu' })).toBeFocused()
    await page.keyboard.press('Escape')
    await focused('Third')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Reply to Bo Berg' }).last()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Replying to Bo Berg')).toBeVisible()
    await expect(composerOf(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Replying to Bo Berg')).toBeHidden()
  })
  await test.step('the composer', async () => {
    await composerOf(page).focus()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Editing message')).toBeVisible()
    await expect(page.getByLabel('Edit the message')).toHaveValue('Second')
    await page.keyboard.press('Escape')
    await expect(page.getByText('Editing message')).toBeHidden()
    await composerOf(page).focus()
    await page.keyboard.type('One line')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('and another')
    await expect(composerOf(page)).toHaveValue('One line\nand another')
    await page.keyboard.press('Enter')
    await expect(messageIn(page, 'One line\nand another', true)).toBeVisible()
    await expect(composerOf(page)).toHaveValue('')
  })
  await test.step('an emoji', async () => {
    await composerOf(page).pressSequentially('Done ')
    await page.getByRole('button', { name: 'Add an emoji' }).press('Enter')
    const grid = page.getByRole('group', { name: 'Emoji', exact: true })
    await expect(grid.getByRole('button')).toHaveCount(32)
    await expect(grid.getByRole('button', { name: 'Grinning' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect(grid.getByRole('button', { name: 'Heart eyes' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(composerOf(page)).toHaveValue('Done 😍')
    await expect(composerOf(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(messageIn(page, 'Done 😍', true)).toBeVisible()
  })
  await test.step('a mention', async () => {
    await composerOf(page).pressSequentially('Ask @b')
    await expect(page.getByRole('option', { name: 'Bo Berg' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(composerOf(page)).toHaveValue('Ask @b')
    await composerOf(page).fill('')
    await composerOf(page).pressSequentially('Ask @b')
    await page.keyboard.press('Enter')
    await expect(composerOf(page)).toHaveValue('Ask @Bo Berg ')
    await composerOf(page).pressSequentially('about it')
    await page.keyboard.press('Enter')
    await expect(messageIn(page, 'Ask @Bo Berg about it', true)).toBeVisible()
  })
})

test('what is typed while the search loads is not written in the composer', {
  tag: '@scripts',
}, async ({ insertPerson, logIn }) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const page = await logIn(anna.actor)
  const known = page.waitForResponse('/messages/panel')
  await openConversation(page, conversationId, true)
  await (await known).finished()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  let load = () => {}
  const wanted = new Promise<void>((done) => {
    load = done
  })
  await page.route('**/assets/*.js', async (route) => {
    await wanted
    await route.continue()
  })
  await composerOf(page).press('Control+f')
  await page.keyboard.type('crane')
  await page.keyboard.press('Enter')
  load()
  await expect(page.getByRole('searchbox', { name: 'Search messages' })).toBeFocused()
  await expect(composerOf(page)).toHaveValue('')
  await expect(messageIn(page, 'crane', true)).toHaveCount(0)
})

test('the shortcuts can be switched off', { tag: '@scripts' }, async ({ insertPerson, logIn }) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const page = await logIn(anna.actor)
  await page.goto('/settings?tab=media')
  await page.getByRole('checkbox', { name: /Keyboard shortcuts/ }).uncheck()
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Your choices have been saved.')).toBeVisible()
  const known = page.waitForResponse('/messages/panel')
  await openConversation(page, conversationId, true)
  await known
  await composerOf(page).press('Control+f')
  await send(page, 'Nothing was opened')
  await expect(messageIn(page, 'Nothing was opened', true)).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search messages' })).toHaveCount(0)
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } })

  test('swiping a message forward replies to it', { tag: '@scripts' }, async ({ insertPerson, logIn }) => {
    const { anna, bo, conversationId } = await colleagues(insertPerson)
    say(bo, conversationId, 'Is the offer ready?')
    const page = await logIn(anna.actor)
    await openConversation(page, conversationId, true)
    // What follows fingers is loaded after the page.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/follow-swipes-')),
    )
    const box = await messageIn(page, 'Is the offer ready?', true).boundingBox()
    const { x, y } = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 15 }
    const finger = await page.context().newCDPSession(page)
    const swipe = async (distance: number) => {
      const at = (moved: number) => [{ x: x + moved, y }]
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
      for (let moved = 10; moved <= distance; moved += 10) {
        await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(moved) })
      }
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await swipe(60)
    await expect(page.getByText('Replying to Bo Berg')).toBeHidden()
    await swipe(110)
    await expect(page.getByText('Replying to Bo Berg')).toBeVisible()
    await send(page, 'It is.')
    await expect(messageIn(page, 'It is.', true)).toContainText('In reply to Bo Berg')
  })
})
