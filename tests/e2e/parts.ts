import { expect, type Locator, type Page } from '@playwright/test'
import { createCookie } from '@remix-run/node'

/** Checks the flash message: a toast with scripts, a line of the page without. */
export async function expectFlash(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
}

/** Opens the user menu in the header. */
export async function openUserMenu(page: Page, name: string): Promise<void> {
  await page
    .locator('summary')
    .filter({ hasText: `Account menu of ${name}` })
    .click()
}

/** Opens the newest mail to an address with a subject, in the development view. */
export async function openMail(page: Page, to: string, subject: string): Promise<void> {
  await page.goto('/dev/mail')
  const rows = page.getByRole('row').filter({ hasText: to }).filter({ hasText: subject })
  await rows.first().getByRole('link', { name: subject }).click()
}

/** Sets a theme by the picker's form, without staying on a page. */
export async function chooseTheme(page: Page, theme: string): Promise<void> {
  await page.goto('/pricing')
  await page.getByLabel('Theme').selectOption(theme)
  await page.getByRole('button', { name: 'Change theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

/** Sets a language by its tag, in the same way. */
export async function chooseLanguage(page: Page, tag: string): Promise<void> {
  await page.goto('/pricing')
  await page.locator('select[name="language"]').selectOption(tag)
  await page.locator('form:has(select[name="language"]) button').click()
  await expect(page.locator('html')).toHaveAttribute('lang', tag)
}

/** Gives a browser the cookies that the pickers of theme and language set. */
export async function setAppearance(page: Page, appearance: { theme: string; language: string }): Promise<void> {
  const serialized = Object.entries(appearance).map(([name, choice]) => createCookie(name).serialize(choice))
  const cookies = (await Promise.all(serialized)).map((header) => {
    const [name = '', value = ''] = header.split(/[=;]/, 2)
    return { name, value, url: process.env.PUBLIC_URL ?? '' }
  })
  await page.context().addCookies(cookies)
}

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 80; presses += 1) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  await expect(target, 'reached by Tab').toBeFocused()
}
