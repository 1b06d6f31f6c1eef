import { formatFor } from '#app/i18n/format.ts'
import { moments } from '#app/i18n/intl-data.ts'
import { locales } from '#app/i18n/locale.ts'
import { transact } from '#db/client.server.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { expect, test } from './fixtures.ts'
import { forgetAlbanian, waitForHydration } from './hydration.ts'
import { chooseLanguage } from './parts.ts'

test('a page rendered by the browser uses the server’s formats in a language the browser does not support', {
  tag: '@scripts',
}, async ({ db, insertPerson, logIn }) => {
  const owner = await insertPerson()
  const deadline = Date.now() + 20 * 86_400_000
  transact(db, () => createOpenProject(owner, { bidDeadline: deadline }))
  const page = await logIn(owner.actor)
  await page.addInitScript(forgetAlbanian)
  await chooseLanguage(page, 'sq')
  await page.goto('/support')
  await waitForHydration(page)
  const document = await page.evaluateHandle(() => window.document)
  await page.locator('a[href="/projects"]').first().click()
  await expect(page).toHaveURL('/projects')
  await expect(page.getByRole('main')).toContainText(formatFor('sq', 'Europe/Helsinki').date(deadline))
  expect(await document.evaluate((before) => before === window.document)).toBe(true)
})

test('the browser’s Intl formats the other languages as the server does', { tag: '@scripts' }, async ({ page }) => {
  const times = [Date.UTC(2026, 0, 5, 8, 3), Date.UTC(2026, 5, 1, 21, 30)]
  for (const locale of locales.filter((each) => each !== 'sq').map((each) => (each === 'en' ? 'en-GB' : each))) {
    const write = (given: { locale: string; times: number[]; moments: Record<string, Intl.DateTimeFormatOptions> }) => [
      ...given.times.flatMap((ms) =>
        Object.values(given.moments).map((options) =>
          new Intl.DateTimeFormat(given.locale, { ...options, timeZone: 'Europe/Helsinki' }).format(ms),
        ),
      ),
      ...['EUR', 'USD'].map((currency) =>
        new Intl.NumberFormat(given.locale, { style: 'currency', currency }).format(-1234567.5),
      ),
      new Intl.NumberFormat(given.locale, { style: 'percent', maximumFractionDigits: 2 }).format(0.255),
      ...[-400, -2, -1, 0, 1, 3].map((count) =>
        new Intl.RelativeTimeFormat(given.locale, { numeric: 'auto' }).format(count, 'day'),
      ),
      new Intl.ListFormat(given.locale).format(['Ann', 'Ben', 'Cleo']),
      new Intl.DisplayNames(given.locale, { type: 'region' }).of('FI'),
    ]
    const given = { locale, times, moments }
    expect(await page.evaluate(write, given), locale).toEqual(write(given))
  }
})

test('English is British, or American for a browser that prefers it', async ({ insertPerson, logIn, db }) => {
  const owner = await insertPerson()
  const deadline = Date.now() + 20 * 86_400_000
  transact(db, () => createOpenProject(owner, { bidDeadline: deadline }))
  const page = await logIn(owner.actor)
  const shown = async (asked: string) =>
    (await page.request.get('/projects', { headers: { 'Accept-Language': asked } })).text()
  const [british, american] = ['en-GB', 'en-US'].map((locale) => formatFor(locale, 'Europe/Helsinki').date(deadline))
  expect(await shown('en')).toContain(british)
  expect(await shown('en-US,en;q=0.9')).toContain(american)
})
