import { chooseStatus } from '#app/features/presence/choose-status.server.ts'
import { createConversation, say } from '#tests/factories/chat.ts'
import { sentDeal } from '#tests/factories/deal.ts'
import { colleagues, composerOf, expectLive, logOf, messageIn, openConversation, rowOf } from './chat-parts.ts'
import { expect, test } from './fixtures.ts'

test('a phone’s header has the name and, in its menu, the search', async ({
  insertPerson,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const page = await logIn(anna.actor)
  await page.setViewportSize({ width: 360, height: 740 })
  await openConversation(page, conversationId, scripts)
  const header = page.getByRole('region', { name: 'Conversation: Bo Berg' }).locator('header')
  await expect(header.getByRole('heading', { name: 'Bo Berg' })).toBeVisible()
  const search = header.getByRole('link', { name: 'Search messages' })
  await expect(search).toHaveCount(0)
  const menu = header.locator('details')
  const [name, more] = [await header.getByRole('heading').boundingBox(), await menu.boundingBox()]
  expect(name?.width).toBeGreaterThan(110)
  expect((more?.x ?? 0) + (more?.width ?? 0)).toBeLessThanOrEqual(360)
  await menu.locator('summary').click()
  await search.click()
  await expect(page.getByRole('searchbox', { name: 'Search messages' })).toBeVisible()
})

test('a conversation with more unread messages than a page opens at the first of them', async ({
  insertPerson,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  for (let seq = 1; seq <= 60; seq += 1) say(bo, conversationId, `No. ${seq}`)
  const page = await logIn(anna.actor)
  await page.goto(`/messages/${conversationId}`)
  const log = logOf(page, scripts)
  await expect(log.getByText('No. 1', { exact: true })).toBeInViewport()
  await expect(log.getByText('No. 60', { exact: true })).toHaveCount(0)
  if (scripts) await page.getByRole('button', { name: /new messages$/ }).click()
  else await log.getByRole('link', { name: 'Latest messages' }).click()
  await expect(log.getByText('No. 60', { exact: true })).toBeInViewport()
})

test('so it does in the panel, which says how many there are', { tag: '@scripts' }, async ({ insertPerson, logIn }) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  for (let seq = 1; seq <= 60; seq += 1) say(bo, conversationId, `No. ${seq}`)
  const page = await logIn(anna.actor)
  await page.goto('/projects')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Messages, / })
    .click()
  const log = page.getByRole('dialog', { name: 'Messages' }).getByRole('log')
  await expect(log.getByText('No. 1', { exact: true })).toBeInViewport()
  await expect(log.getByText('No. 60', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: /new messages$/ }).click()
  await expect(log.getByText('No. 60', { exact: true })).toBeInViewport()
})

test('what was typed a moment ago is sent later, and a new poll has the focus', { tag: '@scripts' }, async ({
  insertPerson,
  logIn,
}) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const page = await logIn(anna.actor)
  await openConversation(page, conversationId, true)
  await page
    .getByRole('region', { name: /^Conversation: / })
    .locator('header summary')
    .click()
  // All in one task of the page, before the draft is saved.
  await composerOf(page).evaluate((field: HTMLTextAreaElement) => {
    field.focus()
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'On Monday')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    document.querySelector<HTMLElement>('header a[href$="/schedule"]')?.click()
  })
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('On Monday')
  await page.goto(`/messages/${conversationId}/poll`)
  await page.getByLabel('Question').fill('Which colour?')
  await page.getByRole('textbox', { name: 'Options' }).fill('Red\nBlue')
  await page.getByRole('main').getByRole('button', { name: 'Send the poll' }).click()
  const poll = messageIn(page, 'Which colour?', true)
  await expect(poll).toBeFocused()
  await expect(poll).toHaveAttribute('tabindex', '0')
  await page.keyboard.press('Tab')
  await expect(poll.getByRole('button', { name: 'Red' })).toBeFocused()
})

test('a found message far above is on the screen after the jump to it, and stays there', {
  tag: '@scripts',
}, async ({ insertPerson, logIn }) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  for (let seq = 1; seq <= 220; seq += 1) say(seq % 2 ? anna : bo, conversationId, seq === 93 ? 'Zebra' : `No. ${seq}`)
  const page = await logIn(anna.actor)
  await page.setViewportSize({ width: 1440, height: 900 })
  await openConversation(page, conversationId, true)
  await page.getByRole('link', { name: 'Search messages' }).click()
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('zebra')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /Zebra$/ }).click()
  const log = logOf(page, true)
  const found = log.getByText('Zebra', { exact: true })
  await expect(found).toBeInViewport()
  await expect(messageIn(page, 'Zebra', true)).toBeFocused()
  // A piece that is not on the screen keeps its height, or what follows would load at once and push away what was found.
  const squeezed = await log
    .locator('.message-piece')
    .evaluateAll((pieces) => pieces.filter(({ clientHeight, children }) => clientHeight < children.length * 20).length)
  expect(squeezed).toBe(0)
  await test.step('Escape closes the search and leaves the focus there, and Back closes it, too', async () => {
    const field = page.getByRole('searchbox', { name: 'Search messages' })
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()
    await expect(messageIn(page, 'Zebra', true)).toBeFocused()
    await page.getByRole('link', { name: 'Search messages' }).click()
    await expect(field).toBeFocused()
    await page.goBack()
    await expect(field).toBeHidden()
    await expect(found).toBeInViewport()
  })
})

test('with more unread messages below, what is read on a phone stays where it is when they load', {
  tag: '@scripts',
}, async ({ insertPerson, logIn }) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const long =
    'The lift is out of order until Friday, so carry everything over staircase A and keep the fire door shut.'
  for (let seq = 1; seq <= 120; seq += 1) say(bo, conversationId, `No. ${seq}. ${long}`)
  const page = await logIn(anna.actor)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/messages/${conversationId}?around=20#m20`)
  await expectLive(page)
  const log = logOf(page, true)
  const read = log.getByText('No. 45. ')
  // Beside a bubble is little more than its menu.
  const [whole, bubble] = await Promise.all([log.boundingBox(), log.locator('.bubble').last().boundingBox()])
  expect((whole?.width ?? 0) - (bubble?.width ?? 0)).toBeLessThanOrEqual(64)
  await read.scrollIntoViewIfNeeded()
  await expect(log.getByText('No. 95. ')).toHaveCount(1)
  await log.evaluate(
    (box) => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(box.scrollTop)))),
  )
  await expect(read).toBeInViewport()
})

test('two chosen files stand side by side on a phone', { tag: '@scripts' }, async ({ insertPerson, logIn }) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const page = await logIn(anna.actor)
  await page.setViewportSize({ width: 360, height: 740 })
  await openConversation(page, conversationId, true)
  const files = ['IMG_20261128_0814.txt', 'IMG_20261128_0815.txt'].map((name) => ({
    ...{ name, mimeType: 'text/plain', buffer: Buffer.from(name) },
  }))
  await page.locator('input[type=file]').setInputFiles(files)
  const chosen = page.getByRole('group', { name: 'Files to send' }).getByRole('listitem')
  await expect(chosen).toHaveCount(2)
  const [one, other] = await chosen.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
  expect(other).toBe(one)
})

test('the box of a conversation to forward to is at the middle of its row', async ({ insertPerson, logIn }) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const { id } = say(bo, conversationId, 'Is the offer ready?')
  const page = await logIn(anna.actor)
  await page.goto(`/messages/${conversationId}/messages/${id}/forward`)
  const row = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: 'Bo Berg' }) })
  const [outer, box] = [await row.boundingBox(), await row.getByRole('checkbox').boundingBox()]
  const middle = ({ y = 0, height = 0 } = {}) => y + height / 2
  expect(Math.abs(middle(outer ?? {}) - middle(box ?? {}))).toBeLessThanOrEqual(2)
})

test('just beside the list the name of a conversation has room for its words', async ({ db, insertPerson, logIn }) => {
  const { anna, bo } = await colleagues(insertPerson)
  const { id } = createConversation(db, { members: [anna, bo], name: 'Bathroom renovation' })
  const page = await logIn(anna.actor)
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/messages/${id}`)
    const header = page.locator('[data-chat-thread] header')
    const name = header.getByRole('heading', { name: 'Bathroom renovation' })
    expect([width, await name.evaluate((line) => line.scrollHeight > line.clientHeight)]).toEqual([width, false])
    await expect(header.getByRole('link', { name: '2 members' })).toBeVisible()
  }
})

test('the menu of a group leads to its meeting link, that of two people has none', async ({
  db,
  insertPerson,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const { id } = createConversation(db, { members: [anna, bo] })
  const page = await logIn(anna.actor)
  await openConversation(page, conversationId, scripts)
  const menu = page.locator('[data-chat-thread] header details')
  await menu.locator('summary').click()
  await expect(menu.getByRole('link', { name: 'Start Broadcast' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Meeting link' })).toHaveCount(0)
  await openConversation(page, id, scripts)
  await menu.locator('summary').click()
  await menu.getByRole('link', { name: 'Meeting link' }).click()
  await expect(page).toHaveURL(`/calls/join/${id}`)
  await expect(page.getByText(`/calls/join/${id}`)).toBeVisible()
})

test('the menu has only what the screen has not yet: on a phone not what the details have, elsewhere not its own buttons', async ({
  db,
  insertPerson,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  const { anna, bo } = await colleagues(insertPerson)
  const { id } = createConversation(db, { members: [anna, bo] })
  const page = await logIn(anna.actor)
  const header = page.locator('[data-chat-thread] header')
  const entries = header.locator('details').getByRole('link').or(header.locator('details').getByRole('button'))
  await page.setViewportSize({ width: 360, height: 740 })
  await openConversation(page, id, scripts)
  await header.locator('summary').click()
  await expect(entries).toHaveText([
    'Details',
    'Search messages',
    'Start Broadcast',
    'Send later',
    'Create a poll',
    'Mark as unread',
    'Pin to the top',
    'Mute',
  ])
  await entries.first().click()
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Meeting link' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Leave this group' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await openConversation(page, id, scripts)
  await header.locator('summary').click()
  await expect(entries).toHaveText([
    'Meeting link',
    'Start Broadcast',
    'Send later',
    'Create a poll',
    'Mark as unread',
    'Pin to the top',
    'Mute',
    'Notifications',
    'Leave',
  ])
})

test('the open conversation has a bar in the list, in forced colours too', async ({
  db,
  insertPerson,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  createConversation(db, { members: [anna, bo], name: 'The site' })
  const page = await logIn(anna.actor)
  await openConversation(page, conversationId, scripts)
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors })
    const bar = (name: string) =>
      rowOf(page, name).evaluate((row) => {
        const { borderInlineStartWidth, content } = getComputedStyle(row, '::before')
        return content === 'none' ? null : borderInlineStartWidth
      })
    expect([await bar('Bo Berg'), await bar('The site')]).toEqual(['4px', null])
  }
})

test('a long status, which a header cuts, leads to the details, which have it whole', async ({
  insertPerson,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const customText = `At the site of the old harbour until four, then ${'round the stores '.repeat(4)}and home`
  chooseStatus(bo, { status: 'busy', customText })
  const page = await logIn(anna.actor)
  await page.setViewportSize({ width: 360, height: 740 })
  await openConversation(page, conversationId, scripts)
  await page.locator('[data-chat-thread] header').getByRole('link', { name: customText }).click()
  await expect(page).toHaveURL(`/messages/${conversationId}/details`)
  await expect(page.getByText(customText)).toBeVisible()
})

test('more about a line of an invoice folds out, with an arrow that turns', async ({ insertPerson, logIn }) => {
  const { actor } = await insertPerson()
  const page = await logIn(actor)
  await page.goto('/invoicing/new')
  const more = page.locator('details').filter({ hasText: 'More about line 1' })
  const arrow = more.locator('summary svg')
  await expect(arrow).toBeVisible()
  await expect(arrow).toHaveCSS('rotate', 'none')
  await more.locator('summary').click()
  await expect(more.getByLabel(/^Discount/)).toBeVisible()
  await expect(arrow).toHaveCSS('rotate', '90deg')
})

test('a note below an amount ends where the amount does', { tag: '@once' }, async ({ db, parties, logIn }) => {
  const people = await parties()
  const { contractId } = await sentDeal(db, people)
  const page = await logIn(people.client.actor)
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto(`/contracts/${contractId}`)
  const cell = page.locator('td.numeric').filter({ hasText: '%' }).first()
  const ends = await cell.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const found: number[] = []
    while (texts.nextNode()) {
      const around = document.createRange()
      around.selectNodeContents(texts.currentNode)
      if (around.getBoundingClientRect().width > 0) found.push(Math.round(around.getBoundingClientRect().right))
    }
    return found
  })
  expect(ends.length).toBeGreaterThan(1)
  expect(new Set(ends).size).toBe(1)
})
