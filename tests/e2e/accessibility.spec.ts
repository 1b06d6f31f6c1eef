import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@remix-run/route-config'
import routes from '#app/routes.ts'
import { emptyPages, places } from './all-pages.ts'
import { expectAccessible, expectNoOverflow } from './checks.ts'
import { expect, test } from './fixtures.ts'
import { forgetAlbanian, hydrated } from './hydration.ts'
import { chooseLanguage, chooseTheme } from './parts.ts'
import { buildWorld, type World } from './world.ts'

type Look = { theme: string; language: string; width: number; height: number }
/**
 * How each page is looked at: in a light theme on a wide screen, and in a dark one at 320 px. Where scripts run, the
 * second is in Albanian, in a browser whose Intl does not know it: what the server formatted has to stay.
 */
const looks: Record<'light' | 'dark' | 'plain', Look> = {
  light: { theme: 'light', language: 'en', width: 1280, height: 720 },
  dark: { theme: 'space', language: 'sq', width: 320, height: 640 },
  plain: { theme: 'space', language: 'en', width: 320, height: 640 },
}
/** Of all pages a test takes one part, so that the workers share them. */
const parts = 2

test('every page of app/routes.ts is looked at', { tag: '@once' }, async () => {
  const pages = (entries: RouteConfigEntry[]): string[] =>
    entries.flatMap((entry) => (entry.file.endsWith('.tsx') ? [entry.path ?? '', ...pages(entry.children ?? [])] : []))
  // The first two only redirect; the third does without a kept form, with which session-end.spec.ts looks at it.
  const outside = ['theme', 'language', 'continue']
  const all = [...new Set(pages(await routes))].filter((path) => !outside.includes(path))
  expect(Object.keys(places).toSorted()).toEqual(all.toSorted())
})

for (const [name, look] of Object.entries(looks)) {
  // Without scripts axe cannot run, and one look shows what is shown, and that it fits.
  const tag = name === 'plain' ? '@plain' : '@scripts'
  for (let part = 0; part < parts; part += 1) {
    test(`pages of companies at work, ${name}, part ${part + 1} of ${parts}`, { tag }, async ({
      db,
      parties,
      insertPerson,
      logIn,
      open,
      javaScriptEnabled,
    }) => {
      test.setTimeout(300_000)
      const people = await parties()
      const colleague = await insertPerson({ company: people.client.company, companyRole: 'member' })
      const world = await buildWorld(db, { ...people, colleague })
      const readers = new Map<string, Page>()
      const readerOf = async (as: string) => {
        const known = readers.get(as)
        if (known) return known
        const page = as === 'guest' ? await open() : await logIn(world[as as 'client'].actor)
        await choose(page, look)
        readers.set(as, page)
        return page
      }
      for (const [as, path] of mine(world, part)) {
        const page = await readerOf(as)
        await test.step(`${as} at ${path}`, () => expectPage(page, path, look, javaScriptEnabled))
      }
    })
  }

  test(`pages of somebody who has nothing yet, ${name}`, { tag }, async ({ signUp, javaScriptEnabled }) => {
    test.setTimeout(180_000)
    const page = await signUp({ name: 'Nea Newcomer', organization: 'New Company' })
    await choose(page, look)
    for (const path of emptyPages) await test.step(path, () => expectPage(page, path, look, javaScriptEnabled))
  })
}

function mine(world: World, part: number) {
  const all = Object.values(places).flatMap((placesOf) => placesOf(world))
  return all.filter((_, index) => index % parts === part)
}

async function choose(page: Page, { theme, language }: Look): Promise<void> {
  if (language === 'sq') await page.addInitScript(forgetAlbanian)
  await chooseTheme(page, theme)
  if (language !== 'en') await chooseLanguage(page, language)
}

/** A page has to be there (not somewhere else), to come alive without an error, to be accessible, and to fit on 320 px. */
async function expectPage(page: Page, path: string, look: Look, withScripts: boolean): Promise<void> {
  const { theme, language, width, height } = look
  await page.setViewportSize({ width, height })
  await page.goto(path)
  if (withScripts) await hydrated(page)
  await expect.soft(page).toHaveURL(path)
  await expect(page.locator(`html[data-theme=${theme}][lang=${language}]`)).toHaveCount(1)
  await expect(page).toHaveTitle(/ – Groundwork$|^Groundwork$/)
  // The page of the components shows an error screen among them.
  if (path !== '/dev/ui') await expect.soft(page.getByRole('heading', { level: 1 }), `h1 of ${path}`).toHaveCount(1)
  if (width === 320) await expectNoOverflow(page)
  if (withScripts) await expectAccessible(page)
}
