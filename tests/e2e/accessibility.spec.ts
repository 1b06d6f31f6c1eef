import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@remix-run/route-config'
import routes from '#app/routes.ts'
import { emptyPages, type Place, places } from './all-pages.ts'
import {
  expectAccessible,
  expectIcons,
  expectNoOverflow,
  expectOneColumn,
  expectPrintable,
  expectSameDocument,
  expectWholeTables,
} from './checks.ts'
import { expect, test } from './fixtures.ts'
import { forgetAlbanian, waitForHydration } from './hydration.ts'
import { chooseLanguage, chooseTheme } from './parts.ts'
import { buildWorld } from './world.ts'

/** Each test takes one part of all pages, so that the workers share them. Building a world takes as long as ten pages. */
const parts = 4
/** Without scripts only chat and invoice forms look different (`noscript:` in their classes); the other pages are the same HTML. */
const differsWithoutScripts = /^\/(messages|invoicing)/
/** Readers whose workspace frame has been checked for contrast: it is the same around all their pages. */
const seenFrames = new WeakSet<Page>()

const sweep = test.extend<{
  /** Checks those places of a new world that are wanted. */
  checkPlaces: (isWanted: (place: Place, index: number) => boolean) => Promise<void>
}>({
  checkPlaces: async ({ db, parties, insertPerson, logIn, open, javaScriptEnabled }, use) => {
    await use(async (isWanted) => {
      test.setTimeout(360_000)
      const people = await parties()
      const colleague = await insertPerson({ company: people.client.company, companyRole: 'member' })
      const world = await buildWorld(db, { ...people, colleague })
      const readers = new Map<string, Page>()
      const readerOf = async (as: string) => {
        const known = readers.get(as)
        if (known) return known
        const page = as === 'guest' ? await open() : await logIn(world[as as 'client'].actor)
        await applySettings(page)
        readers.set(as, page)
        return page
      }
      const all = Object.values(places).flatMap((placesOf) => placesOf(world))
      for (const [as, path] of all.filter(isWanted)) {
        const page = await readerOf(as)
        await test.step(`${as} at ${path}`, () => checkPage(page, path, javaScriptEnabled))
      }
    })
  },
})

test('every page of app/routes.ts is checked', { tag: '@once' }, async () => {
  const pages = (entries: RouteConfigEntry[]): string[] =>
    entries.flatMap((entry) => (entry.file.endsWith('.tsx') ? [entry.path ?? '', ...pages(entry.children ?? [])] : []))
  // The first two only redirect; the others show what a form has sent, and are checked by session-end.spec.ts, job.ts and accounts.spec.ts.
  const outside = ['theme', 'language', 'continue', 'bids/:bidId/revision', 'login/code']
  const all = [...new Set(pages(await routes))].filter((path) => !outside.includes(path))
  expect(Object.keys(places).toSorted()).toEqual(all.toSorted())
})

for (let part = 0; part < parts; part += 1) {
  const title = `pages of active companies, part ${part + 1} of ${parts}`
  sweep(title, { tag: '@scripts' }, ({ checkPlaces }) => checkPlaces((_, index) => index % parts === part))
}

sweep('pages of active companies that look different without scripts', { tag: '@plain' }, ({ checkPlaces }) =>
  checkPlaces(([, path]) => differsWithoutScripts.test(path)),
)

test('pages of a new company without data', async ({ signUp, javaScriptEnabled }) => {
  test.setTimeout(120_000)
  const page = await signUp({ name: 'Nea Newcomer', organization: 'New Company' })
  await applySettings(page)
  const all = emptyPages.filter((path) => javaScriptEnabled || differsWithoutScripts.test(path))
  for (const path of all) await test.step(path, () => checkPage(page, path, javaScriptEnabled))
})

/** Albanian, in a browser whose Intl does not support it: the server's formats must stay. Its texts are long, too. */
async function applySettings(page: Page): Promise<void> {
  await page.addInitScript(forgetAlbanian)
  await chooseTheme(page, 'space')
  await chooseLanguage(page, 'sq')
}

/**
 * Checks that a page exists (without redirecting), hydrates without an error, fits on paper, is accessible on a wide
 * screen and at 320 px, and fits there. One theme is enough: app/ui/themes/themes.test.ts checks the contrast of each pair of colours in all of them.
 */
async function checkPage(page: Page, path: string, withScripts: boolean): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(path)
  if (withScripts) await waitForHydration(page)
  await expect.soft(page).toHaveURL(path)
  await expect(page.locator('html[data-theme=space][lang=sq]')).toHaveCount(1)
  await expect(page).toHaveTitle(/ – Groundwork$|^Groundwork$/)
  // The component page includes an error screen.
  if (path !== '/dev/ui') await expect.soft(page.getByRole('heading', { level: 1 }), `h1 of ${path}`).toHaveCount(1)
  if (!withScripts) return expectNoOverflow(page)
  const inWorkspace = (await page.locator('#workspace-page').count()) > 0
  await expectAccessible(page, inWorkspace && seenFrames.has(page) ? 'main' : 'page')
  if (inWorkspace) seenFrames.add(page)
  await expectSameDocument(page)
  await expectIcons(page)
  await expectOneColumn(page)
  await expectWholeTables(page)
  await expectPrintable(page)
  await expectNoOverflow(page)
  await expectAccessible(page, 'nowhere')
}
