import { readFile } from 'node:fs/promises'
import { markConversationRead } from '#app/features/conversations/mark-conversation-read.server.ts'
import { saveDraft } from '#app/features/messages/save-draft.server.ts'
import { transact } from '#db/client.server.ts'
import { say } from '#tests/factories/chat.ts'
import { picture } from '#tests/factories/media.ts'
import {
  choiceOf,
  chooseAndConfirm,
  chooseOfThread,
  colleagues,
  composerOf,
  expectLive,
  listOf,
  logOf,
  messageIn,
  openConversation,
  openMenuOf,
  rowOf,
  send,
  sendButton,
} from './chat-parts.ts'
import { expect, test } from './fixtures.ts'

test('two colleagues find each other, write, reply, edit and unsend', async ({
  insertPerson,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  const anna = await insertPerson({ name: 'Anna Ahlgren' })
  const bo = await insertPerson({ name: 'Bo Berg', company: anna.company, companyRole: 'member' })
  const a = await logIn(anna.actor)
  await a.goto('/messages')
  await expect(a.getByText('No conversations yet')).toBeVisible()
  await listOf(a).locator('summary').click()
  await listOf(a).getByRole('link', { name: 'New Message' }).first().click()
  await a.getByRole('button', { name: /^Bo Berg/ }).click()
  await expect(a).toHaveURL(/\/messages\/[0-9a-f-]{36}$/)
  if (scripts) await expectLive(a)
  await send(a, 'When do we *begin*?')
  await expect(messageIn(a, 'When do we begin?', scripts)).toBeVisible()
  await expect(composerOf(a)).toHaveValue('')

  const b = await logIn(bo.actor)
  await b.goto('/dashboard')
  await expect(b.getByRole('banner').getByRole('link', { name: 'Messages, 1 unread conversation' })).toBeVisible()
  await b.goto('/messages?filter=direct')
  await expect(rowOf(b, 'Anna Ahlgren').getByRole('img', { name: '1 unread message' })).toBeVisible()
  await rowOf(b, 'Anna Ahlgren').click()
  if (scripts) await expectLive(b)
  await choiceOf(await openMenuOf(b, 'When do we begin?', scripts), 'Reply').click()
  await expect(b.getByText('Replying to Anna Ahlgren')).toBeVisible()
  if (scripts) await expect(composerOf(b)).toBeFocused()
  await send(b, 'On Monday.')
  await expect(messageIn(b, 'On Monday.', scripts)).toContainText('In reply to Anna Ahlgren')
  await expect(b.getByText('Replying to Anna Ahlgren')).toBeHidden()

  // With scripts, each sees the other's changes without reloading.
  const refresh = async (page: typeof a) => {
    if (!scripts) await page.goto(page.url().replace(/[?#].*/, ''))
  }
  await test.step('the author changes it, at the second attempt', async () => {
    await refresh(a)
    await expect(messageIn(a, 'On Monday.', scripts)).toContainText('In reply to You')
    await choiceOf(await openMenuOf(a, 'When do we begin?', scripts), 'Edit').click()
    await expect(a.getByText('Editing message')).toBeVisible()
    await a.getByLabel('Edit the message').fill('Something else')
    if (scripts) await a.getByLabel('Edit the message').press('Escape')
    else await a.getByRole('link', { name: 'Cancel' }).click()
    await expect(a.getByText('Editing message')).toBeHidden()
    await choiceOf(await openMenuOf(a, 'When do we begin?', scripts), 'Edit').click()
    await expect(a.getByLabel('Edit the message')).toHaveValue('When do we *begin*?')
    await a.getByLabel('Edit the message').fill('When do we start?')
    await a.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(messageIn(a, 'When do we start?', scripts)).toContainText('edited')
    await expect(a.getByText('Editing message')).toBeHidden()
    await refresh(b)
    await expect(messageIn(b, 'When do we start?', scripts)).toContainText('edited')
  })

  await test.step('both react, and pin', async () => {
    await choiceOf(await openMenuOf(b, 'When do we start?', scripts), 'Thumbs up').click()
    await refresh(a)
    await messageIn(a, 'When do we start?', scripts).getByRole('button', { name: '👍 1: Bo Berg' }).click()
    const both = messageIn(a, 'When do we start?', scripts).getByRole('button', { name: '👍 2: Bo Berg and You' })
    await expect(both).toHaveAttribute('aria-pressed', 'true')
    await refresh(a)
    await choiceOf(await openMenuOf(a, 'On Monday.', scripts), 'Pin').click()
    await refresh(b)
    await expect(b.getByRole('link', { name: 'Pinned: On Monday.' })).toBeVisible()
  })

  await test.step('one is unsent, another is deleted by its reader', async () => {
    await refresh(a)
    await send(a, 'Or on Sunday?')
    await expect(messageIn(a, 'Or on Sunday?', scripts)).toBeVisible()
    await chooseAndConfirm(a, 'Or on Sunday?', 'Unsend', scripts)
    await refresh(a)
    await expect(messageIn(a, 'This message was deleted', scripts)).toBeVisible()
    await expect(logOf(a, scripts)).not.toContainText('Sunday')
    await chooseAndConfirm(b, 'When do we start?', 'Delete', scripts)
    await refresh(b)
    await expect(messageIn(b, 'This message was deleted', scripts)).toBeVisible()
    await expect(messageIn(b, 'On Monday.', scripts)).toBeVisible()
    await expect(logOf(b, scripts).getByText('When do we start?')).toHaveCount(1) // in the quote of the answer
    await refresh(a)
    await expect(messageIn(a, 'When do we start?', scripts)).toContainText('edited')
  })
})

test('a conversation of 120 messages is read in pages, searched, and left with a draft', async ({
  db,
  insertPerson,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  transact(db, () => {
    for (let count = 1; count <= 120; count += 1) {
      say(count % 2 ? anna : bo, conversationId, count === 7 ? 'The key is under the doormat.' : `Line ${count}.`)
    }
  })
  markConversationRead(anna, { conversationId })
  saveDraft(anna, { conversationId, text: 'From my phone', replyToId: null })
  const page = await logIn(anna.actor)
  await page.goto('/messages?filter=direct')
  await expect(rowOf(page, 'Bo Berg')).toContainText('Draft: From my phone')
  await rowOf(page, 'Bo Berg').click()
  if (scripts) await expectLive(page)
  await expect(composerOf(page)).toHaveValue('From my phone')
  const log = logOf(page, scripts)
  const messages = log.locator('[data-message]')
  await expect(messages.filter({ hasText: 'Line 120.' })).toBeInViewport()

  await test.step('older ones come by fifty', async () => {
    await expect(messages).toHaveCount(50)
    if (scripts) {
      const toTheTop = async () => {
        await log.evaluate((element) => element.scrollTo(0, -element.scrollHeight))
        return messages.count()
      }
      await expect.poll(toTheTop).toBe(120)
      await expect(log.getByRole('link', { name: 'Older messages' })).toHaveCount(0)
      await page.getByRole('button', { name: 'To the latest message' }).click()
      await expect(messages.filter({ hasText: 'Line 120.' })).toBeInViewport()
      return
    }
    await log.getByRole('link', { name: 'Older messages' }).click()
    await expect(messages.first()).toContainText('Line 21.')
    await expect(messages.last()).toContainText('Line 70.')
    await log.getByRole('link', { name: 'Older messages' }).click()
    await expect(messages).toHaveCount(20)
    await expect(log.getByRole('link', { name: 'Older messages' })).toHaveCount(0)
    await log.getByRole('link', { name: 'Newer messages' }).click()
    await expect(messages.first()).toContainText('Line 21.')
    await log.getByRole('link', { name: 'Latest messages' }).click()
    await expect(messages.last()).toContainText('Line 120.')
  })

  await test.step('what is searched for leads to its place', async () => {
    await openConversation(page, conversationId, scripts)
    await page.getByRole('link', { name: 'Search messages' }).click()
    const field = page.getByRole('searchbox', { name: 'Search messages' })
    await expect(field).toBeFocused()
    await field.fill('nobody said this')
    await field.press('Enter')
    await expect(page.getByText('No results')).toBeVisible()
    await field.fill('Line')
    await field.press('Enter')
    await page.getByRole(scripts ? 'button' : 'link', { name: 'More results' }).click()
    await expect(page.getByText('119 messages found')).toBeVisible()
    await expect(page.getByRole('link', { name: /Line 90\./ })).toBeVisible()
    await field.fill('doormat')
    await field.press('Enter')
    await expect(page.getByText('1 message found')).toBeVisible()
    await page.getByRole('link', { name: /under the doormat/ }).click()
    await expect(messages.filter({ hasText: 'doormat' })).toBeInViewport()
    await expect(messages.filter({ hasText: 'Line 120.' })).toHaveCount(0)
    if (!scripts) return
    await expect(messages.filter({ hasText: 'doormat' })).toBeFocused()
    expect(await page.evaluate(() => CSS.highlights.get('chat-found')?.size)).toBe(1)
    const toTheBottom = async () => {
      await log.evaluate((element) => element.scrollTo(0, 0))
      return messages.filter({ hasText: 'Line 100.' }).count()
    }
    await expect.poll(toTheBottom).toBe(1)
    await page.getByRole('link', { name: /under the doormat/ }).click()
    await expect(messages.filter({ hasText: 'doormat' })).toBeInViewport()
  })

  if (scripts) {
    await test.step('what is new below is counted, and read when it is on the screen', async () => {
      await openConversation(page, conversationId, scripts)
      await log.evaluate((element) => element.scrollTo(0, -element.scrollHeight))
      const theirs = await logIn(bo.actor)
      await openConversation(theirs, conversationId, scripts)
      await send(theirs, 'Are you there?')
      const badge = page.getByRole('banner').getByRole('link', { name: /^Messages/ })
      await expect(badge).toContainText('1')
      await page.getByRole('button', { name: '1 new message' }).click()
      await expect(messages.filter({ hasText: 'Are you there?' })).toBeInViewport()
      await expect(badge).not.toContainText('1')
    })
  }

  await test.step('what was being written is there again', async () => {
    await openConversation(page, conversationId, scripts)
    await expect(composerOf(page)).toHaveValue('From my phone')
    if (!scripts) return
    await composerOf(page).fill('Half a thought')
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Messages/ })
      .click()
    await page.goto('/messages?filter=direct')
    await expect(rowOf(page, 'Bo Berg')).toContainText('Draft: Half a thought')
    await rowOf(page, 'Bo Berg').click()
    await expect(composerOf(page)).toHaveValue('Half a thought')
  })
})

test('a conversation is marked as unread, muted, pinned and filtered', async ({
  insertPerson,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  say(bo, conversationId, 'Are you there?')
  const page = await logIn(anna.actor)
  const badge = page.getByRole('banner').getByRole('link', { name: /^Messages, / })
  await page.goto('/dashboard')
  await expect(badge).toHaveAccessibleName('Messages, 1 unread conversation')
  await openConversation(page, conversationId, scripts)
  await expect(messageIn(page, 'Are you there?', scripts)).toBeVisible()
  if (scripts) await expect(badge).toHaveAccessibleName('Messages, no unread conversations')
  await chooseOfThread(page, 'Mark as unread')
  await expect(badge).toHaveAccessibleName('Messages, 1 unread conversation')
  await page.goto('/messages?filter=direct')
  await expect(rowOf(page, 'Bo Berg').getByRole('img', { name: 'Marked as unread' })).toBeVisible()

  await openConversation(page, conversationId, scripts)
  await chooseOfThread(page, 'Mute')
  await expect(
    rowOf(page, 'Bo Berg')
      .or(page.getByText('Muted', { exact: true }))
      .first(),
  ).toContainText('Muted')
  say(bo, conversationId, 'Hello?')
  await page.goto('/projects')
  await expect(badge).toHaveAccessibleName('Messages, no unread conversations')
  await openConversation(page, conversationId, scripts)
  await chooseOfThread(page, 'Unmute')
  await expect(page.getByText('Muted', { exact: true })).toHaveCount(0)

  await openConversation(page, conversationId, scripts)
  await chooseOfThread(page, 'Pin to the top')
  await expect(rowOf(page, 'Bo Berg')).toContainText('Pinned')
  await page.goto('/messages')
  // On a desktop the first conversation opens at once.
  if (scripts) await expect(page).toHaveURL(`/messages/${conversationId}`)
  await page.getByRole('link', { name: 'Groups', exact: true }).click()
  await expect(page.getByText('No conversation matches this filter.')).toBeVisible()
  await page.getByRole('link', { name: 'Direct', exact: true }).click()
  await expect(page).toHaveURL(/filter=direct$/)
  await rowOf(page, 'Bo Berg').click()
  await expect(page).toHaveURL(new RegExp(`${conversationId}\\?filter=direct$`))
  await expect(rowOf(page, 'Bo Berg')).toHaveCount(1)
})

test('an image and a text file are sent with a message, shown and downloaded', async ({
  insertPerson,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const a = await logIn(anna.actor)
  await openConversation(a, conversationId, scripts)
  const field = a.locator('input[type=file]')
  await composerOf(a).fill('The plan')
  await field.setInputFiles([
    { name: 'stairs.png', mimeType: 'image/png', buffer: await picture('png') },
    { name: 'list of things.txt', mimeType: 'text/plain', buffer: Buffer.from('oak, glue, screws') },
  ])
  if (scripts) {
    const chosen = a.getByRole('group', { name: 'Files to send' })
    await expect(chosen.getByRole('listitem')).toHaveText([/stairs\.png/, /list of things\.txt/])
  }
  await sendButton(a).click()
  const sent = messageIn(a, 'The plan', scripts)
  await expect(sent.getByRole('img', { name: 'stairs.png' })).toBeVisible()

  const b = await logIn(bo.actor)
  await openConversation(b, conversationId, scripts)
  const got = messageIn(b, 'The plan', scripts)
  const image = got.getByRole('img', { name: 'stairs.png' })
  await expect(image).toBeVisible()
  if (scripts) await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0)
  const [download] = await Promise.all([
    b.waitForEvent('download'),
    got.getByRole('link', { name: /list of things\.txt/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('list of things.txt')
  expect(await readFile(await download.path(), 'utf8')).toBe('oak, glue, screws')
})

test('text typed before the scripts have loaded is sent, too', { tag: '@scripts' }, async ({ insertPerson, logIn }) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const page = await logIn(anna.actor)
  let release = () => {}
  const later = new Promise<void>((done) => {
    release = done
  })
  await page.route(/\.js$/, async (route) => {
    await later
    await route.continue()
  })
  await page.goto(`/messages/${conversationId}`, { waitUntil: 'commit' })
  await composerOf(page).fill('An early bird')
  release()
  await expectLive(page)
  await expect(composerOf(page)).toHaveValue('An early bird')
  await sendButton(page).click()
  await expect(messageIn(page, 'An early bird', true)).toBeVisible()
  await expect(composerOf(page)).toHaveValue('')
})

test('a refused message keeps the typed text', async ({ insertPerson, logIn, javaScriptEnabled: scripts }) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const page = await logIn(anna.actor)
  await openConversation(page, conversationId, scripts)
  await sendButton(page).click()
  await expect(page.getByText('Write something, or add a file.')).toBeVisible()
  await expect(logOf(page, scripts).locator('[data-message]')).toHaveCount(0)

  const tooLong = 'x'.repeat(16_001)
  await send(page, tooLong)
  await expect(page.getByText('A message can have at most 16,000 characters.')).toBeVisible()
  expect(await composerOf(page).inputValue()).toBe(tooLong)

  await openConversation(page, conversationId, scripts)
  await composerOf(page).fill('With a program')
  const program = { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ\x90\x00\x03') }
  await page.locator('input[type=file]').setInputFiles(program)
  // With scripts before it is sent.
  if (!scripts) await sendButton(page).click()
  await expect(page.getByText(/“setup.exe” is not a type of file we accept/).first()).toBeVisible()
  await expect(composerOf(page)).toHaveValue('With a program')
})
