import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@remix-run/route-config'
import routes from '#app/routes.ts'
import { emptyPages, places } from './all-pages.ts'
import { expectAccessible, expectNoOverflow, expectSameDocument } from './checks.ts'
import { expect, test } from './fixtures.ts'
import { forgetAlbanian, waitForHydration } from './hydration.ts'
import { chooseLanguage, chooseTheme } from './parts.ts'
import { buildWorld, type World } from './world.ts'

type Settings = { theme: string; language: string; width: number; height: number }
/**
 * The settings in which each page is checked: a light theme on a wide screen, and a dark one at 320 px. With scripts the
 * second is in Albanian, in a browser whose Intl does not support it: the server's formats must stay.
 */
const settings: Record<'light' | 'dark' | 'plain', Settings> = {
  light: { theme: 'light', language: 'en', width: 1280, height: 720 },
  dark: { theme: 'space', language: 'sq', width: 320, height: 640 },
  plain: { theme: 'space', language: 'en', width: 320, height: 640 },
}
/** Each test takes one part of all pages, so that the workers share them. */
const parts = 2

test('every page of app/routes.ts is checked', { tag: '@once' }, async () => {
  const pages = (entries: RouteConfigEntry[]): string[] =>
    entries.flatMap((entry) => (entry.file.endsWith('.tsx') ? [entry.path ?? '', ...pages(entry.children ?? [])] : []))
  // The first two only redirect; the third requires a saved form and is checked by session-end.spec.ts.
  const outside = ['theme', 'language', 'continue']
  const all = [...new Set(pages(await routes))].filter((path) => !outside.includes(path))
  expect(Object.keys(places).toSorted()).toEqual(all.toSorted())
})

for (const [name, setting] of Object.entries(settings)) {
  // Axe needs scripts. Without them, one setting is enough to check that the pages render and fit.
  const tag = name === 'plain' ? '@plain' : '@scripts'
  for (let part = 0; part < parts; part += 1) {
    test(`pages of active companies, ${name}, part ${part + 1} of ${parts}`, { tag }, async ({
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
        await applySettings(page, setting)
        readers.set(as, page)
        return page
      }
      for (const [as, path] of pathsOfPart(world, part)) {
        const page = await readerOf(as)
        await test.step(`${as} at ${path}`, () => checkPage(page, path, setting, javaScriptEnabled))
      }
    })
  }

  test(`pages of a new company without data, ${name}`, { tag }, async ({ signUp, javaScriptEnabled }) => {
    test.setTimeout(180_000)
    const page = await signUp({ name: 'Nea Newcomer', organization: 'New Company' })
    await applySettings(page, setting)
    for (const path of emptyPages) await test.step(path, () => checkPage(page, path, setting, javaScriptEnabled))
  })
}

function pathsOfPart(world: World, part: number) {
  const all = Object.values(places).flatMap((placesOf) => placesOf(world))
  return all.filter((_, index) => index % parts === part)
}

async function applySettings(page: Page, { theme, language }: Settings): Promise<void> {
  if (language === 'sq') await page.addInitScript(forgetAlbanian)
  await chooseTheme(page, theme)
  if (language !== 'en') await chooseLanguage(page, language)
}

/** Checks that a page exists (without redirecting), hydrates without an error, is accessible, and fits on 320 px. */
async function checkPage(page: Page, path: string, setting: Settings, withScripts: boolean): Promise<void> {
  const { theme, language, width, height } = setting
  await page.setViewportSize({ width, height })
  await page.goto(path)
  if (withScripts) await waitForHydration(page)
  await expect.soft(page).toHaveURL(path)
  await expect(page.locator(`html[data-theme=${theme}][lang=${language}]`)).toHaveCount(1)
  await expect(page).toHaveTitle(/ – Groundwork$|^Groundwork$/)
  // The component page includes an error screen.
  if (path !== '/dev/ui') await expect.soft(page.getByRole('heading', { level: 1 }), `h1 of ${path}`).toHaveCount(1)
  if (width === 320) await expectNoOverflow(page)
  if (withScripts) await expectAccessible(page)
  if (theme === 'light') await expectSameDocument(page)
}
