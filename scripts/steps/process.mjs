import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export const wantedNode = 20

/** The scripts need Node 20; on an older version they print a sentence instead of a syntax error. */
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

/** Prints a line at the start, so that long steps do not look hung, and one with the duration at the end. */
export async function step(doing, done, run) {
  const began = performance.now()
  console.log(`· ${doing} …`)
  const result = await run()
  const text = typeof done === 'function' ? done(result) : done
  console.log(`✓ ${text} (${seconds(performance.now() - began)})`)
  return result
}

/** Runs a program quietly and captures its output in order, to explain a failure. */
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

/** Runs a dependency's program with this Node, without a shell or npx. */
export function runNode(args, options) {
  return run(process.execPath, args, options)
}

/**
 * Runs npm through the one that started us, if any: it need not be on the PATH, and on Windows it is not an executable.
 */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath
  if (npm && /\.c?js$/.test(npm) && path.basename(npm).startsWith('npm')) return runNode([npm, ...args], options)
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options)
}
