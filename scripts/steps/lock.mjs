import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './process.mjs'

/** One install or build at a time in one checkout: two terminals must not write the same folder at once. */
export async function withLock(name, run, folder = path.join(root, '.cache')) {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${name}.lock`)
  let said = false
  while (!take(file)) {
    if (!said) console.log(`· waiting for another ${name} in this folder …`)
    said = true
    await wait(250)
  }
  const release = () => fs.rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await run()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take(file) {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!ownerLives(file)) fs.rmSync(file, { force: true })
    return false
  }
}

function ownerLives(file) {
  try {
    const text = fs.readFileSync(file, 'utf8')
    // Just created and not written yet: somebody is alive there.
    if (!text) return Date.now() - fs.statSync(file).mtimeMs < 5000
    process.kill(Number(text), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
