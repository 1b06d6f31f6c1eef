import fs from 'node:fs'
import { run } from './process.mjs'

const limit = 900_000

/** Installs a package of Debian, where this is one and we are root. Returns how apt-get ended, or why it was not tried. */
export async function installDebians(name) {
  if (process.platform !== 'linux' || !fs.existsSync('/usr/bin/apt-get'))
    return { code: 1, output: 'not a Debian system' }
  if (process.getuid() !== 0) return { code: 1, output: `needs root: sudo apt-get install ${name}` }
  console.log(`· Installing Debian's ${name} …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await run('apt-get', ['update'], { env, timeout: limit })
  const added = await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env, timeout: limit })
  return { code: added.code, output: updated.output + added.output }
}
