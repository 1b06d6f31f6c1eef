import type { Page } from '@playwright/test'
import { createNotice } from '#tests/factories/notice.ts'
import { expectAccessible } from './checks.ts'
import { expect, test } from './fixtures.ts'

const bellOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications, / })
const menuOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const about = (title: string) => ({
  ...{ category: 'project' as const, text: 'questionAnswered' as const },
  ...{ params: { title, number: 1 }, actionUrl: '/projects' },
})

test('every tab counts at its bell and in its title, and the bell opens the latest', { tag: '@scripts' }, async ({
  db,
  insertPerson,
  logIn,
}) => {
  const { actor } = await insertPerson({ name: 'Anna Aho' })
  const give = (title: string) => createNotice(db, Date.now(), [actor.id], about(title))
  give('Roof')
  const one = await logIn(actor)
  await one.goto('/dashboard')
  await expect(one).toHaveTitle('(1) Dashboard – Groundwork')
  const two = await one.context().newPage()
  await two.goto('/contracts')
  // The sockets connect after the page: what comes before is in the page, what comes later they tell.
  await two.waitForFunction(() => document.querySelector('[data-chat-launcher]') !== null)
  give('Wall')
  give('Floor')
  await expect(one).toHaveTitle('(3) Dashboard – Groundwork')
  await expect(two).toHaveTitle('(3) Contracts – Groundwork')
  await expect(bellOf(two)).toHaveAccessibleName('Notifications, 3 unread')

  await bellOf(one).click()
  const menu = menuOf(one)
  await expect(menu.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(one)
  const row = (title: string) => menu.getByRole('listitem').filter({ hasText: title })
  await row('Wall')
    .getByRole('button', { name: /^Mark as read/ })
    .click()
  await expect(bellOf(two)).toHaveAccessibleName('Notifications, 2 unread')
  await row('Wall')
    .getByRole('button', { name: /^Dismiss/ })
    .click()
  await expect(menu.getByRole('listitem')).toHaveCount(2)
  await one.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await bellOf(one).click()
  await row('Roof').getByRole('link').click()
  await expect(one).toHaveURL('/projects')
  await expect(two).toHaveTitle('(1) Contracts – Groundwork')
  await bellOf(one).click()
  await menu.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(two).toHaveTitle('Contracts – Groundwork')
  for (const title of ['Roof', 'Floor']) {
    await row(title)
      .getByRole('button', { name: /^Dismiss/ })
      .click()
    await expect(row(title)).toHaveCount(0)
  }
  await expect(menu.getByText('No notifications')).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Clear' })).toHaveCount(0)
  await menu.getByRole('link', { name: 'All notifications' }).click()
  await expect(one).toHaveURL('/notifications')
})

test('the bell leads to the page, which says what this device does', { tag: '@plain' }, async ({
  insertPerson,
  logIn,
}) => {
  const { actor } = await insertPerson({ name: 'Anna Aho' })
  const page = await logIn(actor)
  await page.goto('/dashboard')
  await bellOf(page).click()
  await page.getByRole('link', { name: 'Settings' }).last().click()
  await page.getByRole('link', { name: 'Notifications on this device' }).click()
  const chat = page.getByRole('group', { name: 'Messages' })
  await chat.getByLabel('Play a sound').uncheck()
  await page.getByRole('button', { name: 'Save for this device' }).click()
  await expect(page.getByText('Your choices for this device are saved.')).toBeVisible()
  await expect(chat.getByLabel('Play a sound')).not.toBeChecked()
})
