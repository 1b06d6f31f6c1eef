import { chromium } from '@playwright/test'
import { type Paint, paintOf } from './browser/paint.ts'
import { freePort } from './inspector.ts'
import { interleaved, middle, page, type Round } from './measure.ts'
import type { Servers } from './processes.ts'
import type { Report } from './report.ts'
import { seedPages } from './seed-pages.ts'

const chosen = 'projectTypes=bathroom&area=12.5&quality=premium&urgency=normal&additionalFeatures=design'
/** The same for every visitor, and those that depend on what was asked for. */
const ready = { landing: '/', pricing: '/pricing' }
const asked = {
  'open tenders': '/tenders',
  companies: '/companies',
  'quote request': '/quote',
  'estimate, step 1': '/estimate',
  'estimate, step 2': '/estimate?step=2&projectTypes=bathroom',
  'estimate, result': `/estimate?step=3&${chosen}`,
}
/** A phone's and a desk's (px). */
const widths = [360, 1280]
const loads = 5

/**
 * The pages that a visitor meets, and the dashboard: the server's part beside finished HTML from memory, and in a browser the largest paint
 * (goal: 1 s) and layout shifts (goal: none).
 */
export async function measureSite(
  { serve, startFloor }: Servers,
  { compare, compareRounds, note }: Report,
): Promise<void> {
  const port = await freePort()
  const address = `http://localhost:${port}`
  const { server, cookie } = await serve(seedPages, { PORT: String(port), PUBLIC_URL: address })
  const landing = await (await fetch(address)).text()
  const floor = await startFloor('tests/bench/floor-server.ts', { 'list.html': '', 'landing.html': landing })
  const targets = Object.entries({ ...ready, ...asked }).map(([name, path]) => [name, page(server, path)] as const)
  const rounds: Record<string, Round[]> = await interleaved({
    ...Object.fromEntries(targets),
    memory: page(floor, '/memory'),
  })
  for (const [name] of targets) {
    const [ours = [], memory = []] = [rounds[name], rounds.memory]
    if (name in ready) compareRounds(`${name}, of finished HTML from memory`, ours, memory, 0.4)
    else note(`${name}: processor`, middle(ours.map(({ processor }) => processor)).median, 'ms')
  }

  const browser = await chromium.launch({
    executablePath: process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    for (const [name, path] of Object.entries({ ...ready, ...asked, dashboard: '/dashboard' }))
      for (const width of widths) {
        const paints: Paint[] = []
        while (paints.length < loads)
          paints.push(await paintOf(browser, address + path, width, name === 'dashboard' ? cookie : ''))
        const figure = (of: (paint: Paint) => number) => middle(paints.map(of))
        const at = `${name} at ${width} px`
        compare(`${at}: largest paint`, figure(({ largest }) => largest).median, 1_000, 'less', ' ms')
        compare(`${at}: layout shift`, figure(({ shift }) => shift).most, 0, 'less')
        // Of ours only public.js, on pages with a form.
        if (name !== 'dashboard') compare(`${at}: scripts`, figure(({ scripts }) => scripts).most, 1, 'less')
      }
  } finally {
    await browser.close()
  }
}
