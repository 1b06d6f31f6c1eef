import type { Page } from '@playwright/test'
import { mirroredTag } from '#app/i18n/locale.ts'
import { places } from './all-pages.ts'
import { expect, test } from './fixtures.ts'
import { setAppearance } from './parts.ts'
import { buildWorld } from './world.ts'

/** The main pages: a list, one of its records, or a document of it. What only asks for something is a form as on those. */
const main = /^[\w-]+(\/:\w+)?(\/(bids|document|certificate|negotiation|changes|evaluation|opening|decision))?$/
const widths = [1280, 360]

test('the main pages laid out from right to left mirror, and nothing leaves the window', { tag: '@once' }, async ({
  db,
  parties,
  insertPerson,
  logIn,
  open,
}) => {
  test.setTimeout(120_000)
  const people = await parties()
  const colleague = await insertPerson({ company: people.client.company, companyRole: 'member' })
  const world = await buildWorld(db, { ...people, colleague })
  const readers = new Map<string, Page>()
  const readerOf = async (as: string) => {
    const known = readers.get(as)
    if (known) return known
    const page = as === 'guest' ? await open() : await logIn(world[as as 'client'].actor)
    await setAppearance(page, { theme: 'light', language: mirroredTag })
    readers.set(as, page)
    return page
  }
  const walked = Object.entries(places)
    .filter(([path]) => main.test(path) && !path.startsWith('dev'))
    .flatMap(([, placesOf]) => placesOf(world).slice(0, 1))
  expect(walked.length).toBeGreaterThan(50)
  for (const [as, path] of walked) {
    const page = await readerOf(as)
    await page.setViewportSize({ width: widths[0] ?? 0, height: 720 })
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await expect(page.locator('html[dir=rtl][lang=en]'), path).toHaveCount(1)
    const menu = page.locator('#workspace-menu')
    if ((await menu.count()) > 0) {
      const box = await menu.boundingBox()
      expect.soft(Math.round((box?.x ?? 0) + (box?.width ?? 0)), `end of the menu of ${path}`).toBe(widths[0])
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 })
      expect.soft(await page.evaluate(outside), `${path} at ${width} px`).toEqual([])
    }
  }
})

/** Whether the page is wider than its window, and what is beyond one of its sides and not in a place that scrolls or cuts it. */
function outside(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const beyond = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) => {
    const { left, right, width, height } = element.getBoundingClientRect()
    if (width <= 1 || height <= 1 || (left >= -1 && right <= clientWidth + 1)) return false
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    for (let place = element.parentElement; place && place !== document.body; place = place.parentElement)
      if (getComputedStyle(place).overflowX !== 'visible') return false
    return true
  })
  return [
    ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px wider than the window`] : []),
    ...beyond.slice(0, 3).map((element) => element.outerHTML.slice(0, 160)),
  ]
}
