import type { Page } from '@playwright/test'
import { password } from '#tests/factories/deal.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { expect, fillLogin, test } from './fixtures.ts'

const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('kept-pages:'))
    const pages = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return pages.flat().map(({ url }) => new URL(url).pathname)
  })

async function logInHere(page: Page, email: string, remember: boolean) {
  await page.goto('/login')
  if (remember) await page.getByLabel('Remember me on this device').check()
  await fillLogin(page, email, password)
  await expect(page).toHaveURL('/dashboard')
}

test('the last pages of one’s own work are read offline, until logging out @scripts', async ({
  open,
  insertPerson,
}) => {
  const owner = await insertPerson()
  const { id } = createOpenProject(owner, { title: 'Kept roof', bidDeadline: Date.now() + 3 * day })
  const page = await open()
  const context = page.context()
  await logInHere(page, owner.actor.email, true)
  await expect.poll(() => kept(page)).toContain('/dashboard')
  await page.goto(`/projects/${id}`)
  await expect.poll(() => kept(page)).toContain(`/projects/${id}`)
  // Forms, accounts and chat are never kept.
  for (const path of ['/projects/new', '/security', '/messages']) {
    await page.goto(path)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  }
  await page.goto('/projects')
  await expect.poll(() => kept(page)).toContain('/projects')
  expect((await kept(page)).filter((path) => /security|messages|new/.test(path))).toEqual([])

  await context.setOffline(true)
  await page.goto(`/projects/${id}`)
  await expect(page.locator('body > p').first()).toContainText('You are offline. This is the page as of')
  await expect(page.getByRole('main')).toContainText('Kept roof')
  expect(await page.locator('script, form').count()).toBe(0)
  await page.goto('/contracts')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.locator('body > p').first()).toContainText('You are offline')

  await context.setOffline(false)
  await page.goto('/dashboard')
  await page.getByRole('banner').locator('summary').last().click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login|\/$/)
  await expect.poll(() => kept(page)).toEqual([])
})

test('nothing is kept of a session that is not remembered, and the next person deletes what was @scripts', async ({
  open,
  insertPerson,
}) => {
  const [first, second] = [await insertPerson(), await insertPerson()]
  const page = await open()
  await logInHere(page, first.actor.email, true)
  await expect.poll(() => kept(page)).toContain('/dashboard')
  await page.context().clearCookies()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  await expect.poll(() => kept(page)).toEqual([])
  await logInHere(page, second.actor.email, false)
  await page.goto('/projects')
  await expect(page.getByRole('main')).toBeVisible()
  expect(await kept(page)).toEqual([])
})
