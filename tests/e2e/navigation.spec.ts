import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { openDirect } from '#app/features/conversations/open-direct.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { newId } from '#db/ids.ts'
import { sessions } from '#db/schema/accounts.ts'
import { notifications } from '#db/schema/notifications.ts'
import { say } from '#tests/factories/chat.ts'
import { bidInput, signedDeal } from '#tests/factories/deal.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { closePanel, goBack } from './chat-parts.ts'
import { titled } from './checks.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration } from './hydration.ts'
import { expectFlash } from './parts.ts'

/** Returns a function that tells whether the page still has the same document. */
async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  const marked = await page.evaluateHandle(() => window.document)
  return () => marked.evaluate((before) => before === window.document).catch(() => false)
}

/** Waits for the scripts of a page, including the one that follows plain links: it marks one row of a list. */
const waitForRowLinks = (page: Page) =>
  expect(page.getByRole('main').locator('h3 a[data-discover]').first()).toBeVisible()
const content = (page: Page) => page.getByRole('main')

test('rows, breadcrumbs and going back keep the document, the socket and the text typed into the panel @scripts', async ({
  db,
  parties,
  insertPerson,
  logIn,
}) => {
  const people = await parties()
  const { contractId, projectId } = await signedDeal(db, people)
  const colleague = await insertPerson({ name: 'Bo Berg', company: people.client.company, companyRole: 'member' })
  const { conversationId } = openDirect(people.client, { userId: colleague.actor.id })
  say(colleague, conversationId, 'Is the offer ready?')

  const page = await logIn(people.client.actor)
  let [sockets, documents] = [0, 0]
  page.on('websocket', () => {
    sockets += 1
  })
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1
  })
  const connected = page.waitForEvent('websocket')
  await page.goto('/dashboard')
  await connected
  const isSameDocument = await markDocument(page)
  const launcher = page.getByRole('banner').getByRole('link', { name: /^Messages, / })
  const panel = page.getByRole('dialog', { name: 'Messages' })
  const composer = panel.getByLabel('Message to Bo Berg')
  await launcher.click()
  await composer.fill('Half a thought')
  await closePanel(panel)

  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Projects' }).click()
  await expect(page).toHaveTitle(titled('Projects'))
  const row = content(page).locator(`a[href="/projects/${projectId}"]`)
  const title = (await row.textContent()) ?? ''
  await row.click()
  await expect(page).toHaveURL(`/projects/${projectId}`)
  await expect(page).toHaveTitle(titled(title))
  await expect(page.getByRole('main', { name: title })).toBeFocused()
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Contracts' }).click()
  await expect(page).toHaveTitle(titled('Contracts'))
  await content(page).locator(`a[href="/contracts/${contractId}"]`).click()
  await expect(page).toHaveURL(`/contracts/${contractId}`)
  await expect(content(page)).toBeFocused()

  await launcher.click()
  await expect(composer).toHaveValue('Half a thought')
  await page.goBack()
  await expect(panel).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/contracts')
  await launcher.click()
  await expect(composer).toHaveValue('Half a thought')
  await closePanel(panel)
  expect(await isSameDocument()).toBe(true)
  expect({ sockets, documents }).toEqual({ sockets: 1, documents: 1 })
})

test('a row can be followed by keyboard, which starts at the top of the page, and going back restores the position @scripts', async ({
  insertPerson,
  logIn,
}) => {
  const owner = await insertPerson()
  const titles = Array.from({ length: 30 }, (_, index) => `Roof ${index + 1}`)
  for (const title of titles) createOpenProject(owner, { title, bidDeadline: owner.now + 10 * day })
  const page = await logIn(owner.actor)
  await page.goto('/projects')
  await waitForRowLinks(page)
  const isSameDocument = await markDocument(page)
  const row = content(page).getByRole('link', { name: 'Roof 1', exact: true })
  await row.focus()
  const left = await page.evaluate(() => window.scrollY)
  expect(left).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main', { name: 'Roof 1' })).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(row).toBeInViewport()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
  expect(await isSameDocument()).toBe(true)
})

test('modified clicks, files and other targets are left to the browser @scripts', async ({ insertPerson, logIn }) => {
  const owner = await insertPerson()
  const { id } = createOpenProject(owner, { title: 'Roof', bidDeadline: owner.now + 10 * day })
  const page = await logIn(owner.actor)
  await page.goto('/projects')
  await waitForRowLinks(page)
  const opened = page.context().waitForEvent('page')
  await content(page)
    .getByRole('link', { name: 'Roof' })
    .click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(`/projects/${id}`)
  await expect(page).toHaveURL('/projects')
})

test('a flash message, a missing record and an ended session are shown as without client-side navigation @scripts', async ({
  db,
  insertPerson,
  logIn,
}) => {
  const owner = await insertPerson()
  const { id: draftId } = createDraft(owner, { title: 'Draft of a roof', bidDeadline: owner.now + 10 * day })
  createDraft(owner, { title: 'Another draft', bidDeadline: owner.now + 10 * day })
  const page = await logIn(owner.actor)
  await page.goto('/projects')
  await waitForRowLinks(page)
  const isSameDocument = await markDocument(page)

  await test.step('the message after a form', async () => {
    await content(page).getByRole('link', { name: 'Draft of a roof' }).click()
    await content(page).getByRole('link', { name: 'Delete' }).click()
    await content(page)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await expectFlash(page, 'deleted')
    await expect(page).toHaveURL('/projects')
  })

  await test.step('the row that is gone', async () => {
    const row = content(page).getByRole('link', { name: 'Another draft' })
    await row.evaluate((link: HTMLAnchorElement, id) => link.setAttribute('href', `/projects/${id}`), draftId)
    await row.click()
    await expect(content(page).getByRole('heading', { level: 1 })).toBeVisible()
    await expect(content(page)).toContainText('404')
    await expect(content(page)).toBeFocused()
    await expect(page).toHaveTitle(titled('There is no such page, or it isn’t yours'))
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    expect(await isSameDocument()).toBe(true)
  })

  await test.step('the session that has ended', async () => {
    await page.goBack()
    await expect(page).toHaveURL('/projects')
    await expect(content(page).getByRole('link', { name: 'Another draft' })).toBeVisible()
    db.delete(sessions).where(eq(sessions.userId, owner.actor.id)).run()
    await content(page).getByRole('link', { name: 'Another draft' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByLabel('Email')).toBeVisible()
    expect(await isSameDocument()).toBe(false)
  })
})

test('a failing page keeps the document, the socket and the text typed into the panel @scripts', async ({
  db,
  insertPerson,
  logIn,
}) => {
  const owner = await insertPerson({ name: 'Bo Berg' })
  const member = await insertPerson({ company: owner.company, companyRole: 'member' })
  const { conversationId } = openDirect(member, { userId: owner.actor.id })
  say(owner, conversationId, 'Is the offer ready?')
  createOpenProject(owner, { title: 'Roof', bidDeadline: owner.now + 10 * day })

  const page = await logIn(member.actor)
  let sockets = 0
  let documents = 0
  page.on('websocket', () => {
    sockets += 1
  })
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1
  })
  const connected = page.waitForEvent('websocket')
  await page.goto('/projects')
  await connected
  await waitForRowLinks(page)
  const launcher = page.getByRole('banner').getByRole('link', { name: /^Messages, / })
  const panel = page.getByRole('dialog', { name: 'Messages' })
  const composer = panel.getByLabel('Message to Bo Berg')
  await launcher.click()
  await composer.fill('Half a thought')
  await closePanel(panel)

  const expectFailure = async (status: number, title: string, heading = title) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading])
    await expect(content(page)).toContainText(`Error ${status}`)
    await expect(content(page)).toBeFocused()
    await expect(page).toHaveTitle(titled(title))
    await launcher.click()
    await expect(composer).toHaveValue('Half a thought')
    await closePanel(panel)
  }
  const row = content(page).getByRole('link', { name: 'Roof' })
  const follow = async (path: string) => {
    await row.evaluate((link: HTMLAnchorElement, to) => link.setAttribute('href', to), path)
    await row.click()
    await expect(page).toHaveURL(path)
  }

  await test.step('what is not there', async () => {
    await follow('/contracts/nothing-here')
    await expectFailure(404, 'There is no such page, or it isn’t yours')
  })

  await test.step('what may not be seen', async () => {
    await goBack(page)
    await follow('/team/invite')
    await expectFailure(403, 'Error: Invite a team member', 'This page isn’t open to you')
  })

  await test.step('what is broken, until it is mended', async () => {
    await goBack(page)
    const id = newId()
    db.insert(notifications)
      .values({ id, userId: member.actor.id, category: 'system', textKey: '', params: {}, createdAt: member.now })
      .run()
    db.run(sql`UPDATE notifications SET params = 'not JSON' WHERE id = ${id}`)
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Notifications, / })
      .click()
    await page.getByRole('dialog').getByRole('link', { name: 'All notifications' }).click()
    await expectFailure(500, 'Oops! Something went wrong')
    db.delete(notifications).where(eq(notifications.id, id)).run()
    await content(page).getByRole('link', { name: 'Try Again' }).click()
    await expect(page.getByRole('main', { name: 'Notifications' })).toBeFocused()
  })
  expect({ sockets, documents }).toEqual({ sockets: 1, documents: 1 })
})

test('another split of a contract, and the buttons of a message, keep the document @scripts', async ({
  parties,
  insertPerson,
  logIn,
}) => {
  const { client, provider } = await parties()
  const { id: projectId } = createOpenProject(client, { bidDeadline: client.now + 10 * day })
  const { id: bidId } = createBid(provider, { ...bidInput, projectId, submit: true })
  closeBidding(client, { projectId })
  awardBid(client, { bidId })
  const colleague = await insertPerson({ company: client.company, companyRole: 'member' })
  const { conversationId } = openDirect(client, { userId: colleague.actor.id })
  const { id: messageId } = say(client, conversationId, 'Is the offer ready?')

  const page = await logIn(client.actor)
  await page.goto(`/contracts/new?project=${projectId}`)
  await waitForHydration(page)
  const isSameDocument = await markDocument(page)
  const milestones = content(page).getByRole('textbox', { name: /^Amount/ })
  await expect(milestones).toHaveCount(1)
  const whole = await milestones.inputValue()
  const title = content(page).getByLabel('Title').first()
  await title.fill('A title that took an hour')
  await content(page).getByRole('button', { name: '3 milestones' }).click()
  await expect(milestones).toHaveCount(3)
  await expect(title).toHaveValue('A title that took an hour')
  await expect(content(page).getByLabel('What will be delivered').first()).toBeFocused()
  await expect(milestones.first()).not.toHaveValue(whole)
  expect(await isSameDocument()).toBe(true)

  await page.goto(`/messages/${conversationId}/messages/${messageId}`)
  await waitForHydration(page)
  const isSameThread = await markDocument(page)
  await content(page).getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(page).toHaveURL(`/messages/${conversationId}#m1`)
  await expect(content(page).getByText('Is the offer ready?').first()).toBeVisible()
  expect(await isSameThread()).toBe(true)
})

test('a form that does not reach the server, or is refused unread, keeps what was typed @scripts', async ({
  parties,
  logIn,
}) => {
  const { client } = await parties()
  const draft = createDraft(client, { bidDeadline: Date.now() + 10 * day })
  const page = await logIn(client.actor)
  await page.goto(`/projects/${draft.id}/edit`)
  await waitForHydration(page)
  const isSameDocument = await markDocument(page)
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('A title that took an hour')
  const unit = page.getByLabel('Unit', { exact: true })
  const lines = await unit.count()
  await page.getByRole('button', { name: 'Add a line' }).click()
  await expect(unit).toHaveCount(lines + 1)
  await unit.last().fill('bag')
  const save = page.getByRole('button', { name: /^Save/ }).first()
  const alert = page.getByRole('alert')

  const attempt = async (answered: Promise<unknown>) => {
    await save.click()
    await answered
    await expect(alert).toContainText('What you typed is still here')
    await expect(save).toHaveAccessibleName(/^Save/)
  }

  await page.route('**/*.data', (route) => route.abort())
  for (const _attempt of [1, 2]) await attempt(page.waitForEvent('requestfailed'))
  await page.unroute('**/*.data')
  await page.route('**/*.data', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await attempt(page.waitForResponse((response) => response.status() === 502))
  await page.unroute('**/*.data')

  // More rows than a form can have, as a page may come to have when the other side replaces lines.
  await page.route('**/*.data', (route) =>
    route.continue({ postData: `${route.request().postData()}&lines%5B200%5D.unit=h` }),
  )
  await save.click()
  await expect(alert).toContainText('A form can have 200 rows at most')
  await page.unroute('**/*.data')
  await expect(title).toHaveValue('A title that took an hour')
  await expect(unit.last()).toHaveValue('bag')
  expect(await isSameDocument()).toBe(true)
  await unit.last().fill('')
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: 'A title that took an hour' })).toBeVisible()
})

test('an unreachable server fails only the page; the document, the socket and the panel stay @scripts', async ({
  parties,
  logIn,
}) => {
  const { client } = await parties()
  const page = await logIn(client.actor)
  let sockets = 0
  page.on('websocket', () => {
    sockets += 1
  })
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const connected = page.waitForEvent('websocket')
  await page.goto('/projects')
  await connected
  await waitForHydration(page)
  const isSameDocument = await markDocument(page)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await menu.getByRole('link', { name: 'Bids' }).click()
  await expect(heading('Bids')).toBeVisible()
  // The data of the document, the shell and the page come with one request.
  expect(requests.filter((path) => path.endsWith('.data'))).toEqual(['/bids.data'])

  // A page whose code is there, and one whose code is not.
  for (const name of ['Projects', 'Invoicing']) {
    await page.route('**', (route) => route.abort())
    await menu.getByRole('link', { name }).click()
    await expect(heading('Backend is not running')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: /^Messages/ })).toBeVisible()
    expect([await isSameDocument(), sockets]).toEqual([true, 1])
    await page.unroute('**')
    await page.getByRole('link', { name: 'Try Again' }).click()
    await expect(heading(name)).toBeVisible()
  }
})
