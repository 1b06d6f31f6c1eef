// `npm run bench:broadcasts` measures a broadcast in a real headless browser with fake devices: how far the pictures of eight viewers, half of
// whom come late, are behind what the host's recorder has recorded, beside one viewer who takes nothing (`-- 2` for another number).
import { onStage, type Stage, until } from './stage.ts'

const { startReport } = await import('../report.ts')
type Page = import('@playwright/test').Page

const report = startReport('bench-broadcasts')
const viewers = Number(process.argv[2]) || 8
await onStage(viewers + 2, measure)
report.print()

async function measure({ conversationId, visit }: Stage): Promise<void> {
  const host = await visit(0, `/messages/${conversationId}`)
  const pages: Page[] = []
  while (pages.length <= viewers) pages.push(await visit(pages.length + 1, '/calls'))
  const [stalled, ...watching] = pages as [Page, ...Page[]]
  await host.evaluate(() => {
    const start = MediaRecorder.prototype.start
    MediaRecorder.prototype.start = function (...options) {
      Object.assign(window, { recordedSince: Date.now() })
      return start.apply(this, options)
    }
  })
  await host.locator('summary', { hasText: 'More' }).last().click()
  await host.getByRole('link', { name: 'Start Broadcast' }).click()
  await host.getByRole('dialog').getByRole('button', { name: 'Start Broadcast' }).click()
  await host.getByRole('dialog', { name: /^Broadcast: / }).waitFor()
  const since = await host.evaluate(() => (window as unknown as { recordedSince: number }).recordedSince)
  const early = watching.slice(0, viewers / 2)
  for (const page of [stalled, ...early]) await watch(page)
  // Its page does nothing any more, and so takes nothing. (One that counted in a loop would take one of two processors from the others.)
  const debugging = await stalled.context().newCDPSession(stalled)
  await debugging.send('Debugger.enable')
  await debugging.send('Debugger.pause')
  await host.waitForTimeout(5_000)
  for (const page of watching.slice(viewers / 2)) {
    const began = performance.now()
    await watch(page)
    await until(async () => (await picture(page, since)).frames > 0)
    report.note('a late viewer sees the first picture after', (performance.now() - began) / 1_000, 's')
  }
  await host.waitForTimeout(5_000)
  const before = await Promise.all(watching.map((page) => picture(page, since)))
  await host.waitForTimeout(5_000)
  const after = await Promise.all(watching.map((page) => picture(page, since)))
  const behind = after.map((each) => each.behind)
  report.compare(`${viewers} viewers: the furthest behind`, Math.max(...behind), 3, 'less', ' s')
  report.note(`${viewers} viewers: the closest`, Math.min(...behind), 's')
  const frames = after.map((each, index) => (each.frames - (before[index]?.frames ?? 0)) / 5)
  report.note(`${viewers} viewers: frames decoded`, Math.min(...frames), '/s', 'the fewest of all pages')
}

async function watch(page: Page): Promise<void> {
  await page.goto(page.url())
  await page.getByRole('link', { name: 'Watch', exact: true }).click()
  await page.locator('[data-live-picture]').waitFor()
}

/** Frames decoded since it began, and how far it is behind what was recorded then (s). */
function picture(page: Page, since: number): Promise<{ frames: number; behind: number }> {
  return page.locator('[data-live-picture]').evaluate((video: HTMLVideoElement, from) => {
    const { totalVideoFrames } = video.getVideoPlaybackQuality()
    return { frames: totalVideoFrames, behind: (Date.now() - from) / 1_000 - video.currentTime }
  }, since)
}
