import type { Browser } from '@playwright/test'

/** What a visitor sees of a loading page: when its largest part is painted (ms from the start of the navigation), and by how much it shifted. */
export type Paint = { largest: number; shift: number; scripts: number }

type Painted = typeof globalThis & { painted: Paint }

/**
 * Loads a page as a new visitor with an empty cache, by the browser's own figures (Largest Contentful Paint, Cumulative Layout Shift), and
 * scrolls to its end, where what loads late would shift it.
 */
export async function paintOf(browser: Browser, url: string, width: number, cookie = ''): Promise<Paint> {
  const context = await browser.newContext({ viewport: { width, height: 740 }, locale: 'en-GB' })
  try {
    const [name = '', value = ''] = cookie.split(/=(.*)/)
    if (cookie) await context.addCookies([{ name, value, url }])
    const page = await context.newPage()
    await page.addInitScript(watch)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForFunction(() => (globalThis as Painted).painted.largest > 0)
    const { largest } = await page.evaluate(() => (globalThis as Painted).painted)
    await page.evaluate(async () => {
      while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
        scrollBy(0, innerHeight / 2)
        await new Promise(requestAnimationFrame)
      }
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    })
    const { shift } = await page.evaluate(() => (globalThis as Painted).painted)
    const scripts = await page.locator('script:not([type="application/ld+json"])').count()
    return { largest, shift, scripts }
  } finally {
    await context.close()
  }
}

/** Runs in the page before its scripts. */
function watch(): void {
  const painted: Paint = { largest: 0, shift: 0, scripts: 0 }
  ;(globalThis as Painted).painted = painted
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) painted.largest = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) painted.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}
