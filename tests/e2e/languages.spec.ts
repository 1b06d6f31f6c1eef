import { readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { locales } from '#app/i18n/locale.ts'
import { expect, test } from './fixtures.ts'
import { chooseTheme } from './parts.ts'

type Texts = Record<string, Record<string, string>>
const textsOf = (locale: string, namespace: string): Texts =>
  JSON.parse(readFileSync(`app/i18n/locales/${locale}/${namespace}.json`, 'utf8'))

/** The html tag of a page, as served. */
async function firstTag(request: APIRequestContext, language: string, path = '/login'): Promise<string> {
  const html = await (await request.get(path, { headers: { 'Accept-Language': language } })).text()
  return html.slice(0, html.indexOf('<head'))
}

for (const locale of locales) {
  test(`pages are served in ${locale} if the browser prefers it`, { tag: '@once' }, async ({ request }) => {
    const tag = await firstTag(request, `${locale},en;q=0.5`)
    expect(tag).toContain(`lang="${locale}"`)
    expect(tag).toContain('dir="ltr"')
  })

  test(`${locale} is chosen in the footer of a page, and is kept`, { tag: '@once' }, async ({ page, request: _ }) => {
    await page.goto('/pricing')
    await page.getByLabel('Language').selectOption(locale)
    await page.getByRole('button', { name: 'Change language' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await page.goto('/login')
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    const heading = textsOf(locale, 'accounts').login?.heading ?? textsOf('en', 'accounts').login?.heading ?? ''
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  })
}

test('the old codes of languages are recognized', { tag: '@once' }, async ({ request }) => {
  expect(await firstTag(request, 'no')).toContain('lang="nb"')
  expect(await firstTag(request, 'nn-NO')).toContain('lang="nb"')
  expect(await firstTag(request, 'fi-FI')).toContain('lang="fi"')
  expect(await firstTag(request, 'xx')).toContain('lang="en"')
})

test('a language without a translation is entirely English, including its direction, and the picker says so', {
  tag: '@once',
}, async ({ page }) => {
  for (const [tag, name] of [
    ['ar', 'العربية'],
    ['he', 'עברית'],
    ['ja', '日本語'],
  ] as const) {
    await page.goto('/pricing')
    await page.getByLabel('Language').selectOption(tag)
    await page.getByRole('button', { name: 'Change language' }).click()
    await expect(page.getByLabel('Language')).toHaveValue(tag)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
    await expect(page.getByRole('option', { name: `${name} (shown in English)` })).toBeAttached()
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
  }
})

test('the choice follows the user to their next browser, but a browser’s own choice takes precedence', async ({
  insertPerson,
  logIn,
}) => {
  const { actor } = await insertPerson()
  const here = await logIn(actor)
  await here.goto('/settings')
  await here.getByLabel('Language').selectOption('fr')
  await here.getByRole('button', { name: 'Change language' }).click()
  await expect(here.locator('html')).toHaveAttribute('lang', 'fr')
  const there = await logIn(actor)
  await there.goto('/settings')
  await expect(there.locator('html')).toHaveAttribute('lang', 'fr')
})

test('the server renders the chosen theme', { tag: '@once' }, async ({ page }) => {
  const painted = async () => {
    const html = await (await page.request.get('/login')).text()
    return /<html[^>]* data-theme="([^"]+)"/.exec(html)?.[1]
  }
  await page.goto('/')
  expect(await painted()).toBe('space')
  for (const theme of ['japan', 'matrix', 'finland', 'light']) {
    if (theme === 'finland') {
      // An unknown theme in a cookie or form is ignored.
      await page.context().addCookies([{ name: 'theme', value: 'ImZpbmxhbmQi', url: page.url() }])
      expect(await painted()).toBe('space')
      continue
    }
    await chooseTheme(page, theme)
    expect(await painted()).toBe(theme)
  }
})
