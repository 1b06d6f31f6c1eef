import type { Page } from '@playwright/test'
import { formatFor } from '#app/i18n/format.ts'
import { moments } from '#app/i18n/intl-data.ts'
import { locales } from '#app/i18n/locale.ts'
import { transact } from '#db/client.server.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { places } from './all-pages.ts'
import { expect, test } from './fixtures.ts'
import { buildWorld } from './world.ts'

/** Makes a browser's Intl know nothing of Albanian, as that of Chrome does not, whatever build the tests run in. */
function forgetAlbanian(): void {
  const known = (tags?: string | string[]) => [tags ?? []].flat().filter((tag) => !tag.startsWith('sq'))
  const names = ['Collator', 'DateTimeFormat', 'DisplayNames', 'ListFormat', 'NumberFormat', 'PluralRules'] as const
  type Known = { new (): object; supportedLocalesOf(tags: string[]): string[] }
  for (const name of [...names, 'RelativeTimeFormat'] as const) {
    const given = ([tags, ...rest]: unknown[]) => [known(tags as string[]).concat('en-US'), ...rest]
    Object.assign(Intl, {
      [name]: new Proxy(Intl[name] as unknown as Known, {
        construct: (target, values) => Reflect.construct(target, given(values)),
        apply: (target, self, values) => Reflect.apply(target as unknown as () => object, self, given(values)),
        get: (target, property) =>
          property === 'supportedLocalesOf'
            ? (tags: string | string[]) => target.supportedLocalesOf(known(tags))
            : Reflect.get(target, property),
      }),
    })
  }
}

async function chooseLanguage(page: Page, tag: string): Promise<void> {
  await page.goto('/pricing')
  await page.locator('select[name="language"]').selectOption(tag)
  await page.locator('form:has(select[name="language"]) button').click()
  await expect(page.locator('html')).toHaveAttribute('lang', tag)
}

/** Until React has taken the page over; what did not match is a page error by then, which fails the test. */
async function alive(page: Page): Promise<void> {
  const isAlive = () =>
    document.querySelector('script[type="module"]') === null ||
    Object.keys(document.body).some((key) => key.startsWith('__reactProps'))
  await page.waitForFunction(isAlive, undefined, { timeout: 20_000 })
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
}

const parts = 2
for (let part = 0; part < parts; part += 1) {
  test(`what the server formatted stays where the browser does not know the language, part ${part + 1}`, {
    tag: '@scripts',
  }, async ({ db, parties, insertPerson, logIn, open }) => {
    test.setTimeout(300_000)
    const people = await parties()
    const colleague = await insertPerson({ company: people.client.company, companyRole: 'member' })
    const world = await buildWorld(db, { ...people, colleague })
    const readers = new Map<string, Page>()
    const all = Object.values(places).flatMap((placesOf) => placesOf(world))
    for (const [as, path] of all.filter((_, index) => index % parts === part)) {
      let page = readers.get(as)
      if (!page) {
        page = as === 'guest' ? await open() : await logIn(world[as].actor)
        await page.addInitScript(forgetAlbanian)
        await chooseLanguage(page, 'sq')
        readers.set(as, page)
      }
      await page.goto(path)
      await alive(page)
    }
  })
}

test('a page that the browser renders is formatted as the server formats, in a language it does not know', {
  tag: '@scripts',
}, async ({ db, insertPerson, logIn }) => {
  const owner = await insertPerson()
  const deadline = Date.now() + 20 * 86_400_000
  transact(db, () => createOpenProject(owner, { bidDeadline: deadline }))
  const page = await logIn(owner.actor)
  await page.addInitScript(forgetAlbanian)
  await chooseLanguage(page, 'sq')
  await page.goto('/support')
  await alive(page)
  const document = await page.evaluateHandle(() => window.document)
  await page.locator('a[href="/projects"]').first().click()
  await expect(page).toHaveURL('/projects')
  await expect(page.getByRole('main')).toContainText(formatFor('sq', 'Europe/Helsinki').date(deadline))
  expect(await document.evaluate((before) => before === window.document)).toBe(true)
})

test('the browser’s Intl writes the other languages as the server’s does', { tag: '@scripts' }, async ({ page }) => {
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

test('English is British, and American for a browser that asks for it first', async ({ insertPerson, logIn, db }) => {
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
