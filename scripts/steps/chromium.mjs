import fs from 'node:fs'
import path from 'node:path'
import { installDebians } from './debian.mjs'
import { withLock } from './lock.mjs'
import { root, run, runNode, seconds } from './process.mjs'

const playwrightLimit = 180_000

/**
 * The paths of a whole Chromium (installed, Playwright's download, or Debian's package) and of the headless shell, which
 * most browser tests use: with it they take two thirds of the time. Where no shell can be installed, the whole one serves.
 * @throws Error that lists the attempts and what to do
 */
export async function ensureBrowsers() {
  const { chromium } = await import('@playwright/test')
  const whole = [
    process.env.CHROMIUM_PATH,
    ...placesOf('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    chromium.executablePath(),
  ]
  const shells = [process.env.HEADLESS_SHELL_PATH, ...placesOf('chromium-headless-shell')]
  return withLock('chromium', async () => {
    const browser = await ensureOne(whole, [
      ["Playwright's Chromium", installPlaywrights],
      ["Debian's chromium", () => installDebians('chromium')],
    ])
    const shell = await ensureOne(shells, [
      ["Debian's chromium-headless-shell", () => installDebians('chromium-headless-shell')],
    ]).catch(() => browser)
    return { browser, shell }
  })
}

async function ensureOne(candidates, sources) {
  const ready = await findChromium(candidates)
  if (ready) return ready
  const tried = []
  for (const [name, install] of sources) {
    const began = performance.now()
    const { code, output } = await install()
    const installed = await findChromium(candidates)
    if (installed) {
      console.log(`✓ ${name} installed (${seconds(performance.now() - began)})`)
      return installed
    }
    tried.push(`${name}${code === 0 ? ' does not start' : ''}:\n${output.trim()}`)
  }
  throw new Error(
    `There is no Chromium for the browser tests. Install one, or say where it is by CHROMIUM_PATH.\n\n${tried.join('\n\n')}`,
  )
}

/** The first candidate that exists and prints its version. */
export async function findChromium(candidates) {
  for (const file of candidates) {
    if (!file || !fs.existsSync(file)) continue
    const asked = await run(file, ['--version'], { timeout: 30_000 })
    if (asked.code === 0 && /chrom/i.test(asked.output)) return file
  }
  return undefined
}

/** Where a program of these names would be. */
function placesOf(...names) {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)]
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name)))
}

/** Installs system libraries too where permitted; the browser alone starts on most desktops. */
function installPlaywrights() {
  console.log("· Installing Playwright's Chromium …")
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js')
  return runNode([cli, 'install', 'chromium'], { timeout: playwrightLimit })
}
