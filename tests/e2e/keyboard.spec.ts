import { expect, password, test } from './fixtures.ts'
import { tabTo } from './parts.ts'

test('a guest skips to the content and logs in by the keyboard alone', async ({ insertPerson, page }) => {
  const { actor } = await insertPerson()
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(actor.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

test('the drawer, the menu and a form are used by the keyboard alone', async ({
  insertPerson,
  logIn,
  javaScriptEnabled,
}) => {
  const { actor } = await insertPerson()
  const page = await logIn(actor)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/settings')
  const drawer = page.getByRole('navigation', { name: 'Main menu' })
  await expect(drawer).toBeHidden()
  await tabTo(page, page.getByRole('button', { name: 'Open menu' }))
  await page.keyboard.press('Enter')
  await expect(drawer).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Close menu' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, drawer.getByRole('link', { name: 'Projects' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/projects')
  await expect(drawer).toBeHidden()

  const menu = page.locator('summary').filter({ hasText: `Account menu of ${actor.name}` })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  const profile = page.getByRole('banner').getByRole('link', { name: 'Profile' })
  await expect(profile).toBeVisible()
  if (javaScriptEnabled) {
    await page.keyboard.press('Escape')
    await expect(profile).toBeHidden()
    await expect(menu).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await tabTo(page, profile)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile')

  await page.goto('/projects/new')
  await tabTo(page, page.getByLabel('Title'))
  await page.keyboard.type('A roof for the boat house')
  await page.keyboard.press('Enter')
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(page.getByLabel('Title')).toHaveValue('A roof for the boat house')
  await page.keyboard.press('Tab')
  const first = summary.getByRole('link').first()
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Description')).toBeFocused()
})
