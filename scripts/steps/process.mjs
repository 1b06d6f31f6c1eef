import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export const wantedNode = 20

/** The scripts use what Node 20 brings; an older one gets a sentence instead of a syntax error further on. */
export function checkNode(version = process.versions.node) {
  if (Number.parseInt(version, 10) >= wantedNode) return
  fail(`Groundwork needs Node.js ${wantedNode} or newer; this is ${version}. Get one at https://nodejs.org`)
}

export function fail(message, output = '') {
  if (output.trim()) console.error(`\n${output.trim()}\n`)
  console.error(`✗ ${message}`)
  process.exit(1)
}

export function seconds(ms) {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

/** A line when it begins (long steps look hung otherwise) and a line with the time when it is done. */
export async function step(doing, done, run) {
  const began = performance.now()
  console.log(`· ${doing} …`)
  const result = await run()
  const text = typeof done === 'function' ? done(result) : done
  console.log(`✓ ${text} (${seconds(performance.now() - began)})`)
  return result
}

/** Runs a program, quietly: its output is kept, in order, for whoever has to explain a failure. */
export function run(command, args, { env = {}, timeout = 0, cwd = root, print = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text) => {
        output += text
        if (print) process.stdout.write(text)
      })
    }
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', (code, signal) => {
      if (signal)
        output += `\n${path.basename(command)} was ended by ${signal}${timeout ? ` (time limit ${seconds(timeout)})` : ''}\n`
      resolve({ code: code ?? 1, output })
    })
  })
}

/** A program of a dependency, run by this very Node: no shell and no npx in between. */
export function runNode(args, options) {
  return run(process.execPath, args, options)
}

/** npm, by the one that started us where there is one: it need not be on the PATH, and on Windows it is no program. */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath
  if (npm && /\.c?js$/.test(npm) && path.basename(npm).startsWith('npm')) return runNode([npm, ...args], options)
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options)
}
