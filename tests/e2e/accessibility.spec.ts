import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@remix-run/route-config'
import routes from '#app/routes.ts'
import { emptyPages, places } from './all-pages.ts'
import { expectAccessible, expectNoOverflow } from './checks.ts'
import { expect, test } from './fixtures.ts'
import { chooseTheme } from './parts.ts'
import { buildWorld, type World } from './world.ts'

/** The pair of themes, one light and one dark: in the one axe looks at each page on a wide screen, in the other on a narrow one. */
const themes = ['light', 'space'] as const
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

// Without scripts axe cannot run: there one theme shows what is shown, and that it fits.
for (const theme of themes) {
  const tag = theme === 'light' ? '@scripts' : '@always'
  for (let part = 0; part < parts; part += 1) {
    test(`pages of companies at work, ${theme}, part ${part + 1} of ${parts}`, { tag }, async ({
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
        await chooseTheme(page, theme)
        readers.set(as, page)
        return page
      }
      for (const [as, path] of mine(world, part)) {
        const page = await readerOf(as)
        await test.step(`${as} at ${path}`, () => look(page, path, theme, javaScriptEnabled))
      }
    })
  }

  test(`pages of somebody who has nothing yet, ${theme}`, { tag }, async ({ signUp, javaScriptEnabled }) => {
    test.setTimeout(180_000)
    const page = await signUp({ name: 'Nea Newcomer', organization: 'New Company' })
    await chooseTheme(page, theme)
    for (const path of emptyPages) await test.step(path, () => look(page, path, theme, javaScriptEnabled))
  })
}

function mine(world: World, part: number) {
  const all = Object.values(places).flatMap((placesOf) => placesOf(world))
  return all.filter((_, index) => index % parts === part)
}

/** A page has to be there (not somewhere else), to be accessible, and to fit on 320 px. */
async function look(page: Page, path: string, theme: (typeof themes)[number], withScripts: boolean): Promise<void> {
  if (theme === 'light') await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(path)
  await expect.soft(page).toHaveURL(path)
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  await expect(page).toHaveTitle(/ – Groundwork$|^Groundwork$/)
  // The page of the components shows an error screen among them.
  if (path !== '/dev/ui') await expect.soft(page.getByRole('heading', { level: 1 }), `h1 of ${path}`).toHaveCount(1)
  if (theme === 'space') await expectNoOverflow(page)
  if (withScripts) await expectAccessible(page)
}
