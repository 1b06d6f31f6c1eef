import type { BrowserContext, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { createGroup } from '#app/features/groups/create-group.server.ts'
import type { Database } from '#db/client.server.ts'
import { messages } from '#db/schema/chat.ts'
import { notifications } from '#db/schema/notifications.ts'
import { createNotice } from '#tests/factories/notice.ts'
import {
  chooseOfThread,
  colleagues,
  composerOf,
  expectLive,
  messageIn,
  openConversation,
  rowOf,
  send,
} from './chat-parts.ts'
import { clickNotification, openDesktop, type WorkerAction, watchWorker, workerActions } from './desktop.ts'
import { test as base, expect, fillLogin, password } from './fixtures.ts'
import { expectFlash } from './parts.ts'

/** A desktop browser with several tabs in one window, of which only the front one has the focus. */
type Answer = 'granted' | 'denied' | 'prompt'
type Desk = {
  context: BrowserContext
  /** Sets the permission for desktop notifications. */
  permit: (answer: Answer) => Promise<unknown>
  tab: (path: string) => Promise<Page>
  /** Focuses a page of another site. */
  elsewhere: () => Promise<void>
}

const test = base.extend<{ sitDown: (person: CompanyContext, answer?: Answer) => Promise<Desk> }>({
  sitDown: async ({ launchOptions, headless, baseURL, addSession }, use) => {
    const closes: Array<() => Promise<void>> = []
    await use(async (person, answer = 'granted') => {
      const { context, close } = await openDesktop(launchOptions, headless)
      closes.push(close)
      const origin = baseURL ?? ''
      const first = context.pages()[0] ?? (await context.newPage())
      const session = await context.newCDPSession(first)
      const permit = (setting: Answer) =>
        session.send('Browser.setPermission', { permission: { name: 'notifications' }, setting, origin })
      await permit(answer)
      await addSession(context, person.actor)
      await first.goto(`${origin}/dashboard`)
      const blank = await context.newPage()
      return {
        context,
        permit,
        elsewhere: () => bringToFront(blank),
        async tab(path) {
          const page = await context.newPage()
          await page.goto(origin + path)
          return page
        },
      }
    })
    for (const close of closes) await close()
  },
})

/** Waits until the page has the focus. */
async function bringToFront(page: Page): Promise<void> {
  await page.bringToFront()
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true)
}

const shown = (actions: WorkerAction[]) => actions.flatMap(({ body }) => body ?? [])

test('a notification is displayed once for all tabs, and opens its conversation', { tag: '@scripts' }, async ({
  insertPerson,
  logIn,
  sitDown,
}) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const desk = await sitDown(anna)
  const one = await desk.tab(`/messages/${conversationId}`)
  await expectLive(one)
  const two = await desk.tab('/messages?filter=direct')
  await expect(rowOf(two, 'Bo Berg')).toBeVisible()
  const worker = await watchWorker(desk.context)
  const b = await logIn(bo.actor)
  await openConversation(b, conversationId, true)
  await expect(rowOf(two, 'Bo Berg').getByRole('img', { name: 'Online' })).toBeVisible()

  await test.step('while no tab has the focus', async () => {
    await desk.elsewhere()
    await send(b, 'The crane is here.')
    await expect.poll(() => workerActions(worker)).toContainEqual({ shown: 'Bo Berg', body: 'The crane is here.' })
  })

  await test.step('pressed, it brings the tab that shows the conversation', async () => {
    await clickNotification(worker)
    await expect.poll(() => workerActions(worker)).toContainEqual({ focused: one.url() })
  })

  await test.step('not while one of them has it, whatever it shows', async () => {
    await bringToFront(one)
    await send(b, 'Where do you want it?')
    await expect.poll(() => workerActions(worker)).toContainEqual({ checkedFocus: 'Where do you want it?' })
    await bringToFront(two)
    await send(b, 'It is heavy.')
    await expect.poll(() => workerActions(worker)).toContainEqual({ checkedFocus: 'It is heavy.' })
    await desk.elsewhere()
    await send(b, 'It blocks the road.')
    await expect.poll(async () => shown(await workerActions(worker))).toContain('It blocks the road.')
    expect(shown(await workerActions(worker))).toEqual(['The crane is here.', 'It blocks the road.'])
  })

  await test.step('pressed when no tab shows the conversation any more, it opens it', async () => {
    await bringToFront(one)
    // Client navigation: the service worker still sees the URL with which the window was loaded.
    await one.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/projects"]')?.click())
    await expect(one.getByRole('region', { name: /^Conversation: / })).toHaveCount(0)
    await clickNotification(worker)
    await expect.poll(() => workerActions(worker)).toContainEqual({ opened: `/messages/${conversationId}` })
  })
})

test('notifications that were turned off in one tab stay off in all tabs', { tag: '@scripts' }, async ({
  insertPerson,
  logIn,
  sitDown,
}) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const site = createGroup(anna, { ...plainGroup, memberIds: [bo.actor.id] }).conversationId
  const desk = await sitDown(anna)
  const one = await desk.tab('/messages?filter=direct')
  const worker = await watchWorker(desk.context)
  const [b, phone] = [await logIn(bo.actor), await logIn(anna.actor)]
  await openConversation(b, conversationId, true)
  const status = b.getByRole('region', { name: 'Conversation: Anna Ahlgren' }).locator('header')
  const say = async (page: Page, text: string) => {
    await desk.elsewhere()
    await send(page, text)
    await expect(rowOf(one, 'Bo Berg')).toContainText(text)
  }

  await test.step('who does not want to be disturbed', async () => {
    await choose(await desk.tab('/status'), 'Do Not Disturb')
    await expect(status).toContainText('Do Not Disturb')
    // This also applies to a tab that is opened later.
    const later = await desk.tab('/messages?filter=direct')
    await expect(rowOf(later, 'Bo Berg').getByRole('img', { name: 'Online' })).toBeVisible()
    await say(b, 'Are you asleep?')
    await expect(rowOf(later, 'Bo Berg')).toContainText('Are you asleep?')
    await choose(await desk.tab('/status'), 'Automatic')
    await expect(status).toContainText('Online')
    await say(b, 'Good morning.')
    await expect.poll(async () => shown(await workerActions(worker))).toEqual(['Good morning.'])
  })

  await test.step('who has muted a conversation', async () => {
    const groups = await desk.tab('/messages?filter=groups')
    await openConversation(phone, site, true)
    await chooseOfThread(phone, 'Mute')
    await expect(rowOf(groups, 'The site').getByText('Muted')).toBeAttached()
    await openConversation(b, site, true)
    await desk.elsewhere()
    await send(b, 'Not so loud')
    await expect(rowOf(groups, 'The site')).toContainText('Not so loud')
  })

  await test.step('who said it', async () => {
    await openConversation(phone, conversationId, true)
    await say(phone, 'From my phone')
    await openConversation(b, conversationId, true)
    await say(b, 'I see.')
    await expect.poll(async () => shown(await workerActions(worker))).toContain('I see.')
    expect(shown(await workerActions(worker))).toEqual(['Good morning.', 'I see.'])
  })
})

test('a notice is displayed once for all tabs, as this device is set', { tag: '@scripts' }, async ({
  db,
  insertPerson,
  sitDown,
}) => {
  const { actor, ...anna } = await insertPerson({ name: 'Anna Ahlgren' })
  const desk = await sitDown({ ...anna, actor })
  const [one, two] = [await desk.tab('/projects'), await desk.tab('/contracts')]
  const worker = await watchWorker(desk.context)
  const titles = async () => (await workerActions(worker)).flatMap(({ shown: title }) => title ?? [])
  const give = (category: 'project' | 'system', title: string) =>
    createNotice(db, Date.now(), [actor.id], {
      ...{ category, text: 'questionAnswered' as const, params: { title, number: 1 }, actionUrl: '/projects' },
    })
  // Live once it counts what comes.
  await expect(async () => {
    give('system', 'Attic')
    await expect(one).toHaveTitle(/^\(\d+\) Projects/, { timeout: 500 })
  }).toPass()
  const before = db.select().from(notifications).where(eq(notifications.userId, actor.id)).all().length
  const counted = (count: number) => expect(one).toHaveTitle(`(${before + count}) Projects – Groundwork`)
  await desk.elsewhere()
  give('project', 'Roof')
  await expect.poll(titles).toHaveLength(1)
  // By default nothing of the system is shown.
  give('system', 'Cellar')
  await counted(2)
  give('project', 'Wall')
  await expect.poll(titles).toHaveLength(2)
  expect((await titles()).map((title) => /Roof|Wall|Cellar/.exec(title)?.[0])).toEqual(['Roof', 'Wall'])
  await clickNotification(worker)
  await expect.poll(() => workerActions(worker)).toContainEqual({ opened: '/projects' })
  await expect(two).toHaveTitle(`(${before + 2}) Contracts – Groundwork`)
})

test('permission is only requested by a button, and the answer shows in every tab', { tag: '@scripts' }, async ({
  insertPerson,
  sitDown,
}) => {
  const { anna } = await colleagues(insertPerson)
  const desk = await sitDown(anna, 'prompt')
  await desk.context.addInitScript(() => {
    Notification.requestPermission = () => {
      document.documentElement.dataset.asked = 'yes'
      return Promise.resolve(Notification.permission)
    }
  })
  const [list, settings] = [await desk.tab('/messages?filter=direct'), await desk.tab('/settings?tab=media')]
  const buttonOf = (page: Page) => page.getByRole('button', { name: 'Turn on desktop notifications' })
  await expect(buttonOf(list)).toBeVisible()
  await expect(list.locator('html[data-asked]')).toHaveCount(0)
  await bringToFront(list)
  await buttonOf(list).click()
  await expect(list.locator('html[data-asked]')).toHaveCount(1)
  await expect(buttonOf(settings)).toBeVisible()
  await expect(settings.locator('html[data-asked]')).toHaveCount(0)
  await bringToFront(settings)
  await buttonOf(settings).click()
  const device = await desk.tab('/notifications/device')
  await bringToFront(device)
  await device.getByRole('button', { name: 'Allow desktop notifications' }).click()
  await desk.permit('denied')
  // The answer takes the button's place, and its focus.
  await expect(device.getByRole('status').filter({ hasText: 'This browser blocks notifications' })).toBeFocused()
  await bringToFront(settings)
  await expect(settings.getByText('they are blocked for this site')).toBeFocused()
  await bringToFront(list)
  await expect(buttonOf(list)).toHaveCount(0)
  await expect(list.getByRole('searchbox', { name: 'Search conversations' })).toBeFocused()
  await desk.permit('granted')
  await expect(settings.getByText('This browser shows you desktop notifications.')).toBeVisible()
})

test('a draft appears in another tab, and disappears when it is sent', { tag: '@scripts' }, async ({
  insertPerson,
  sitDown,
}) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const desk = await sitDown(anna)
  const [one, two] = [await desk.tab(`/messages/${conversationId}`), await desk.tab(`/messages/${conversationId}`)]
  for (const page of [one, two]) await expectLive(page)
  await composerOf(two).fill('Half a thought')
  await expect(composerOf(one)).toHaveValue('Half a thought')
  await bringToFront(one)
  await composerOf(one).fill('Half a thought, and the other half')
  await expect(composerOf(two)).toHaveValue('Half a thought, and the other half')
  await composerOf(one).fill('')
  // Before it is saved, too, and in a tab that has the focus by then.
  await bringToFront(two)
  await expect(composerOf(two)).toHaveValue('')
  await bringToFront(one)
  await composerOf(one).fill('Half a thought, and the other half')
  await expect(composerOf(two)).toHaveValue('Half a thought, and the other half')
  await one.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messageIn(two, 'Half a thought, and the other half', true)).toBeVisible()
  await expect(composerOf(two)).toHaveValue('')
})

test('a message that an offline tab cannot send is sent once by another tab', { tag: '@scripts' }, async ({
  db,
  insertPerson,
  logIn,
}) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const a = await logIn(anna.actor)
  const other = await a.context().newPage()
  for (const page of [a, other]) await openConversation(page, conversationId, true)
  await cutOff(a)
  await send(a, 'From the tunnel')
  await expect(messageIn(other, 'From the tunnel', true).getByRole('img', { name: 'Sent', exact: true })).toBeVisible()
  await a.close()
  await other.reload()
  await expectLive(other)
  await send(other, 'Out again')
  await expect(messageIn(other, 'Out again', true).getByRole('img', { name: 'Sent', exact: true })).toBeVisible()
  expect(textsIn(db, conversationId)).toEqual(['From the tunnel', 'Out again'])
})

test('logging out in one tab logs out the others', { tag: '@scripts' }, async ({ insertPerson, logIn }) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const a = await logIn(anna.actor)
  const other = await a.context().newPage()
  for (const page of [a, other]) await openConversation(page, conversationId, true)
  await send(a, 'For our eyes only')
  await expect(messageIn(other, 'For our eyes only', true)).toBeVisible()
  await logOut(a)
  await expect(signedOut(other)).toBeVisible()
  await expect(other.getByText('For our eyes only')).toHaveCount(0)
  await expect(other.getByText('No conversations')).toHaveCount(0)
  await other.getByRole('link', { name: 'Log in' }).click()
  await fillLogin(other, anna.actor.email, password)
  await expect(other).toHaveURL(`/messages/${conversationId}`)
  await expect(messageIn(other, 'For our eyes only', true)).toBeVisible()
})

test('a suspended tab sends nothing in the name of another user who has signed in meanwhile', {
  tag: '@scripts',
}, async ({ db, insertPerson, logIn }) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const a = await logIn(anna.actor)
  await a.goto('/dashboard')
  const asleep = await a.context().newPage()
  await openConversation(asleep, conversationId, true)
  const comeBack = await cutOff(asleep)
  await logOut(a)
  await a.goto('/login')
  await fillLogin(a, bo.actor.email, password)
  await expect(a).not.toHaveURL(/login/)
  await composerOf(asleep).fill('I am Anna')
  await composerOf(asleep).press('Enter')
  await comeBack()
  await expect(signedOut(asleep)).toBeVisible()
  expect(textsIn(db, conversationId)).toEqual([])
})

const signedOut = (page: Page) => page.getByRole('status').filter({ hasText: 'You are logged out.' })

/** Takes one tab offline. Returns a function that puts it back online. */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const network = (offline: boolean) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  await session.send('Network.enable')
  await network(true)
  await expect(page.getByText('You are offline. What you write will be sent when you are back online.')).toBeVisible()
  return async () => void (await network(false))
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('banner').locator('summary').last().click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).not.toHaveURL(/messages/)
}

const textsIn = (db: Database, conversationId: string): string[] =>
  db
    .select({ text: messages.text })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(messages.seq)
    .all()
    .map(({ text }) => text)

const plainGroup = {
  name: 'The site',
  description: '',
  groupType: 'project',
  privacy: 'private',
  tags: [],
  settings: { allowInvites: true, moderateMessages: false, allowFileSharing: true, allowCalls: true },
} as const

async function choose(page: Page, status: string): Promise<void> {
  await page.getByRole('radio', { name: status }).check()
  await page.getByRole('button', { name: 'Save status' }).click()
  await expectFlash(page, 'Your status has been saved.')
}
