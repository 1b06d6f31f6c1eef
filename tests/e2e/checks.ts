import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const wcag22aa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Holds the page, as it is shown now, to WCAG 2.2 AA as far as axe can see. Needs scripts. */
export async function expectAccessible(page: Page): Promise<void> {
  // Otherwise axe opens a page of its own for each result; ours have no frames of other origins, for which that is made.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.withTags(wcag22aa).analyze()
  const told = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html.slice(0, 300)} ${failureSummary}`),
  }))
  expect.soft(told, `accessibility of ${page.url()}`).toEqual([])
}

/** Holds the page to 320 px: nothing may make it scroll sideways. */
export async function expectNoOverflow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  const wide = await page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    if (scrollWidth <= 320) return []
    const over = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > 321,
    )
    return [`${scrollWidth} px wide`, ...over.slice(0, 5).map((element) => element.outerHTML.slice(0, 200))]
  })
  expect.soft(wide, `${page.url()} at 320 px`).toEqual([])
}
