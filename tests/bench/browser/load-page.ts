import type { Browser, CDPSession, Page } from '@playwright/test'

/** Something a person does on the page. */
export type Step = (page: Page) => Promise<void>

/** Times in ms of the slowed processor; those without another origin count from the start of the navigation. */
export type LoadedPage = {
  /** Scripts as they were transferred until the page was quiet, headers included. */
  scriptBytes: number
  /** What long tasks took beyond 50 ms each, until the page was quiet. */
  blocked: number
  longestTask: number
  /** Of those that began after the load event. */
  longestAfterLoad: number
  /** When the last long task ended. */
  lastLongTask: number
  loaded: number
  /** The slowest of the steps, from the input to the next frame. */
  inputToPaint: number
}

type Seen = { tasks: Array<{ start: number; end: number }>; inputs: number[] }
type Measured = typeof globalThis & { seen: Seen }
type Clicked = typeof globalThis & { launcher: { taken: number; opened: number } }

const slowdown = 4
/** A page is quiet when there was no request and no long task for so long (ms). */
const quiet = 2_000

/** Loads a page in a browser without a cache, as a phone with a slow processor does, and takes the steps on it. */
export function loadPage(browser: Browser, url: string, cookie: string, steps: Step[]): Promise<LoadedPage> {
  return onPhone(browser, url, cookie, async (page, session) => {
    const scripts = new Set<string>()
    let scriptBytes = 0
    let lastRequest = Date.now()
    session.on('Network.requestWillBeSent', ({ requestId, type }) => {
      lastRequest = Date.now()
      if (type === 'Script') scripts.add(requestId)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scriptBytes += encodedDataLength
    })
    await session.send('Network.enable')
    await page.addInitScript(watch)
    await page.goto(url)
    const silent = (silence: number) => {
      const end = (globalThis as Measured).seen.tasks.at(-1)?.end ?? 0
      return performance.now() - end > silence
    }
    await page.waitForFunction(silent, quiet)
    while (Date.now() - lastRequest < quiet) await page.waitForTimeout(quiet)
    const { tasks } = await page.evaluate(() => (globalThis as Measured).seen)
    const loaded = await loadEnd(page)
    const transferred = scriptBytes
    for (const step of steps) {
      await step(page)
      await page.waitForTimeout(500)
    }
    const inputs = await page.evaluate(() => (globalThis as Measured).seen.inputs)
    const lengths = tasks.map(({ start, end }) => end - start)
    return {
      scriptBytes: transferred,
      blocked: lengths.reduce((sum, length) => sum + length - 50, 0),
      longestTask: Math.max(0, ...lengths),
      longestAfterLoad: Math.max(
        0,
        ...tasks.filter(({ start }) => start > loaded).map(({ start, end }) => end - start),
      ),
      lastLongTask: tasks.at(-1)?.end ?? 0,
      loaded,
      inputToPaint: Math.max(0, ...inputs),
    }
  })
}

/**
 * How long after the load event scripts take a click on the header's chat link (negative if before it), and how long the panel
 * then takes to open (ms). It clicks the link every 20 ms from its appearance on.
 */
export function launcherTimes(
  browser: Browser,
  url: string,
  cookie: string,
): Promise<{ live: number; opened: number }> {
  return onPhone(browser, url, cookie, async (page) => {
    await page.addInitScript(clickLauncher)
    await page.goto(url)
    await page.getByRole('dialog').waitFor()
    const { taken, opened } = await page.evaluate(() => (globalThis as Clicked).launcher)
    return { live: taken - (await loadEnd(page)), opened: opened - taken }
  })
}

async function onPhone<Result>(
  browser: Browser,
  url: string,
  cookie: string,
  measure: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Helsinki',
  })
  try {
    const [name = '', value = ''] = cookie.split(/=(.*)/)
    await context.addCookies([{ name, value, url }])
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    return await measure(page, session)
  } finally {
    await context.close()
  }
}

const loadEnd = (page: Page) =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation')
    return (entry as PerformanceNavigationTiming).loadEventEnd
  })

/** Runs in the page before its scripts. */
function watch(): void {
  const seen: Seen = { tasks: [], inputs: [] }
  ;(globalThis as Measured).seen = seen
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      seen.tasks.push({ start: startTime, end: startTime + duration })
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ((entry as PerformanceEventTiming & { interactionId: number }).interactionId > 0)
        seen.inputs.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** Runs in the page before its scripts. Without named functions inside, which tsx would give a helper that the page lacks. */
function clickLauncher(): void {
  const launcher = { taken: 0, opened: 0 }
  ;(globalThis as Clicked).launcher = launcher
  const clicks = new WeakSet<Event>()
  // Before every other listener of the window, which would follow the link to its page.
  window.addEventListener('click', (event) => {
    if (!clicks.has(event)) return
    if (event.defaultPrevented) launcher.taken = performance.now()
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  const timer = setInterval(() => {
    if (document.querySelector('dialog[open]')) {
      launcher.opened = performance.now()
      clearInterval(timer)
    }
    const link = launcher.taken === 0 && document.querySelector('a[data-chat-launcher]')
    if (!link) return
    const click = new MouseEvent('click', { bubbles: true, cancelable: true })
    clicks.add(click)
    link.dispatchEvent(click)
  }, 20)
}
