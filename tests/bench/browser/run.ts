// `npm run bench -- browser` measures pages as a phone loads them: 360 px wide, with the processor slowed four times and an empty
// cache. BENCH_ROUNDS sets how often each page is loaded (5 by default); a figure is the median of the rounds.
import { chromium } from '@playwright/test'
import { startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'
import { freePort } from '../inspector.ts'
import { middle } from '../measure.ts'
import { benchEnvironment, ended } from '../processes.ts'
import { startReport } from '../report.ts'
import { seedPages } from '../seed-pages.ts'
import { type LoadedPage, launcherTimes, loadPage, type Step } from './load-page.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)

const openMenu: Step = (page) => page.locator('header [popovertarget=workspace-menu]').tap()
const closeMenu: Step = (page) => page.locator('[popovertargetaction=hide]').tap()
const openChat: Step = async (page) => {
  await page.locator('a[data-chat-launcher]').tap()
  await page.getByRole('dialog').waitFor()
}
const write: Step = (page) => page.locator('textarea[name=text]').pressSequentially('On Tuesday')
const messageMenu: Step = (page) => page.locator('.message-menu').last().tap()

/** Each page, what is done on it, and the goal for its scripts (KB). */
const measured = [
  { name: 'projects', page: 'list of 50', steps: [openMenu, closeMenu, openChat], limit: 120 },
  { name: 'messages', page: 'conversation list', steps: [openMenu, closeMenu], limit: 130 },
  { name: 'thread', page: 'thread of 50 messages', steps: [write, messageMenu], limit: 150 },
]

const folder = temporaryFolder()
const { cookie, pages } = await seedPages(folder.path)
const port = await freePort()
const address = `http://localhost:${port}`
const server = await startBuilt({
  dataDir: folder.path,
  env: { ...benchEnvironment, PORT: String(port), PUBLIC_URL: address },
})
const browser = await chromium.launch({
  executablePath: process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const { compare, note, print } = startReport('bench-browser')
try {
  const results = measured.map((each) => ({ ...each, loads: [] as LoadedPage[] }))
  const launcher: Array<{ live: number; opened: number }> = []
  for (let round = 0; round < rounds; round += 1) {
    for (const { page, steps, loads } of results) loads.push(await loadPage(browser, addressOf(page), cookie, steps))
    launcher.push(await launcherTimes(browser, addressOf('list of 50'), cookie))
  }
  for (const { name, limit, loads } of results) {
    const of = (figure: keyof LoadedPage) => middle(loads.map((loaded) => loaded[figure])).median
    compare(`${name}: scripts, compressed`, of('scriptBytes') / 1024, limit, 'less', ' KB')
    note(`${name}: load event`, of('loaded'), 'ms')
    compare(`${name}: total blocking time`, of('blocked'), 150, 'less', ' ms')
    compare(`${name}: end of the last long task`, of('lastLongTask'), 1500, 'less', ' ms')
    note(`${name}: longest task`, of('longestTask'), 'ms')
    compare(`${name}: longest task after load`, of('longestAfterLoad'), 50, 'less', ' ms')
    compare(`${name}: slowest input to paint`, of('inputToPaint'), 100, 'less', ' ms')
  }
  compare('chat launcher after load', middle(launcher.map(({ live }) => live)).median, 400, 'less', ' ms')
  note('chat panel after the click', middle(launcher.map(({ opened }) => opened)).median, 'ms')
  print()
} finally {
  await browser.close()
  await ended(server.process)
  folder.remove()
}

function addressOf(name: string): string {
  const found = pages.find((page) => page.name === name)
  if (!found) throw new Error(`no page of the bench is called ${name}`)
  return address + found.path
}
