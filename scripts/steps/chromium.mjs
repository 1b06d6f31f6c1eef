import fs from 'node:fs'
import path from 'node:path'
import { withLock } from './lock.mjs'
import { root, run, runNode, seconds } from './process.mjs'

const playwrightLimit = 180_000
const debianLimit = 900_000

/**
 * The path of a working Chromium: an installed one, else Playwright's download, else Debian's package.
 * @throws Error that lists the attempts and what to do
 */
export async function ensureChromium() {
  const found = await findChromium(await places())
  if (found) return found
  return withLock('chromium', async () => {
    const tried = []
    for (const [name, install] of [
      ["Playwright's Chromium", installPlaywrights],
      ["Debian's chromium", installDebians],
    ]) {
      const began = performance.now()
      const already = await findChromium(await places())
      if (already) return already
      console.log(`· Installing ${name} …`)
      const { code, output } = await install()
      const installed = await findChromium(await places())
      if (installed) {
        console.log(`✓ ${name} installed (${seconds(performance.now() - began)})`)
        return installed
      }
      console.log(`· ${name} could not be had${code === 0 ? ': it does not start' : ''}`)
      tried.push(`${name}:\n${output.trim()}`)
    }
    throw new Error(
      `There is no Chromium for the browser tests. Install one, or say where it is by CHROMIUM_PATH.\n\n${tried.join('\n\n')}`,
    )
  })
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

async function places() {
  const onPath = (process.env.PATH ?? '').split(path.delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  return [
    process.env.CHROMIUM_PATH,
    ...names.map((name) => `/usr/bin/${name}`),
    ...names.flatMap((name) => onPath.map((folder) => path.join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    await playwrights(),
  ]
}

async function playwrights() {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

/** Installs system libraries too where permitted; the browser alone starts on most desktops. */
function installPlaywrights() {
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js')
  return runNode([cli, 'install', 'chromium'], { timeout: playwrightLimit })
}

async function installDebians() {
  if (process.platform !== 'linux' || !fs.existsSync('/usr/bin/apt-get'))
    return { code: 1, output: 'not a Debian system' }
  if (process.getuid() !== 0) return { code: 1, output: 'needs root: sudo apt-get install chromium' }
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await run('apt-get', ['update'], { env, timeout: debianLimit })
  const installed = await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
    env,
    timeout: debianLimit,
  })
  return { code: installed.code, output: updated.output + installed.output }
}
