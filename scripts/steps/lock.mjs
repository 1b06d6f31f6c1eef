import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './process.mjs'

/** Allows one install or build at a time per checkout, so that two terminals do not write the same folder. */
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
    // The file was just created and is still empty, so its owner is alive.
    if (!text) return Date.now() - fs.statSync(file).mtimeMs < 5000
    process.kill(Number(text), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
