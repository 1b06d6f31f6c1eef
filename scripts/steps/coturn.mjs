import { installDebians } from './debian.mjs'
import { withLock } from './lock.mjs'
import { run } from './process.mjs'

/** Makes sure that there is coturn, which is installed only for the tests that relay a call. Returns why there is none, or null. */
export function coturnIsMissing() {
  return withLock('coturn', async () => {
    if (await answers()) return null
    const { output } = await installDebians('coturn')
    return (await answers())
      ? null
      : `There is no turnserver, and it could not be installed: ${output.trim().slice(-300)}`
  })
}

async function answers() {
  return (await run('turnserver', ['--version'], { timeout: 30_000 })).code === 0
}
