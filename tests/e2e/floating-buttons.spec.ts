import { expect, test } from './fixtures.ts'

/** The languages whose buttons are the shortest and the longest. */
const languages = ['en', 'es', 'fi']
const pages = ['/', '/pricing', '/tenders']
/** On each side of the widths at which the bar unfolds (64rem) and the buttons begin to float (100rem). */
const widths = [360, 768, 1024, 1280, 1440, 1600, 1920]

test('the floating buttons of the public pages cover nothing, wherever one scrolls', { tag: '@once' }, async ({
  browser,
  baseURL,
}) => {
  const floating: number[] = []
  for (const locale of languages) {
    const context = await browser.newContext({ baseURL, locale, viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    for (const path of pages) {
      await page.goto(path)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        // Both are laid out from the page's own width, so what is beside each other never meets by scrolling.
        const { buttons, content } = await page.evaluate(() => {
          const main = document.querySelector('main')
          const shown = (element: Element) => element.getBoundingClientRect().width > 0
          const inMain = [...(main?.querySelectorAll('a, button, input, h1, h2, h3, p, dt, dd, li, td, th') ?? [])]
          return {
            buttons: [...document.querySelectorAll('aside a')]
              .filter(shown)
              .map((element) => element.getBoundingClientRect().left),
            content: Math.max(...inMain.filter(shown).map((element) => element.getBoundingClientRect().right)),
          }
        })
        for (const left of buttons) expect(left, `${path} in ${locale} at ${width} px`).toBeGreaterThan(content)
        if (buttons.length > 0) floating.push(width)
      }
    }
    await context.close()
  }
  expect([...new Set(floating)]).toEqual([1600, 1920])
})

test('where no buttons float, the bar leads to the estimator and the quote', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  for (const path of ['/estimate', '/quote'])
    await expect(page.getByRole('banner').locator(`a[href="${path}"]:visible`)).toBeVisible()
})
