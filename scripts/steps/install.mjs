import fs from 'node:fs'
import path from 'node:path'
import { fingerprint, readStamp, writeStamp } from './fingerprint.mjs'
import { withLock } from './lock.mjs'
import { fail, root, run, runNode, runNpm, step } from './process.mjs'

const stampFile = path.join(root, 'node_modules', '.groundwork-install')

/** Installs the dependencies of package.json unless exactly these are installed already. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await withLock('install', async () => {
    if (isInstalled()) return
    await step('Installing packages (once, about two minutes)', 'Packages installed', install)
  })
}

export function isInstalled() {
  return readStamp(stampFile) === installFingerprint()
}

/** A change of scripts needs no install; a change of dependencies, lock file, platform or Node ABI does. */
function installFingerprint() {
  const { dependencies, devDependencies, overrides, allowScripts } = readJson('package.json')
  return fingerprint(root, ['package-lock.json', '.npmrc'], {
    extra: [
      JSON.stringify({ dependencies, devDependencies, overrides, allowScripts }),
      `${process.platform} ${process.arch} ${process.versions.modules}`,
    ],
  })
}

async function install() {
  // Not `npm ci`: it refuses a lock file that was written without other platforms' binaries.
  // `--no-save`: other versions of npm write other lock files, and starting must not change tracked files.
  // `--include=dev`: the build needs them whatever NODE_ENV says.
  const installed = await runNpm(['install', '--no-save', '--include=dev', '--no-fund', '--no-audit'])
  if (installed.code !== 0) fail('npm install failed; its output is above.', installed.output)
  await addMissingBinaries()
  await checkDatabaseDriver()
  writeStamp(stampFile, installFingerprint())
}

/**
 * npm skips a platform's optional packages when the lock file does not name them (npm/cli#4828), and the build then
 * fails with "Cannot find module @rollup/rollup-darwin-arm64". This installs missing ones by name.
 */
async function addMissingBinaries() {
  const missing = missingBinaries(readJson('package-lock.json').packages, currentPlatform(), (folder) =>
    fs.existsSync(path.join(root, folder, 'package.json')),
  )
  if (missing.length === 0) return
  const added = await runNpm([
    'install',
    '--no-save',
    '--no-package-lock',
    '--include=dev',
    '--no-fund',
    '--no-audit',
    ...missing,
  ])
  if (added.code !== 0)
    fail(`These packages for this platform could not be installed: ${missing.join(', ')}`, added.output)
}

export function currentPlatform() {
  const musl = process.platform === 'linux' && !process.report?.getReport().header.glibcVersionRuntime
  return { platform: process.platform, arch: process.arch, libc: musl ? 'musl' : 'gnu' }
}

/** `name@version` of every optional binary for this platform that the lock file requires and that is not installed. */
export function missingBinaries(packages, { platform, arch, libc }, isPresent) {
  const mine = new RegExp(`(^|[-/])${platform}-${arch}(-(${platform === 'linux' ? libc : 'msvc'}))?$`)
  const missing = new Set()
  for (const [folder, { optionalDependencies = {} }] of Object.entries(packages)) {
    if (!folder || !isPresent(folder)) continue
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!mine.test(name) || placesFor(folder, name).some(isPresent)) continue
      if (/^\d/.test(version)) missing.add(`${name}@${version}`)
    }
  }
  return [...missing].sort()
}

/** The folders where Node looks for a package from here: its own node_modules, then those above. */
function placesFor(folder, name) {
  const places = []
  for (let at = folder; at; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    places.push(`${at}/node_modules/${name}`)
  }
  return [...places, `node_modules/${name}`]
}

/** Opens the only native package with a compile step, and recompiles it if that fails. */
async function checkDatabaseDriver() {
  const open = ['-e', "new (require('better-sqlite3'))(':memory:').exec('select 1')"]
  if ((await runNode(open)).code === 0) return
  const rebuilt = await runNpm(['rebuild', 'better-sqlite3'])
  const opened = await runNode(open)
  if (opened.code === 0) return
  const compiler = await run(process.platform === 'win32' ? 'where' : 'which', ['make'])
  const hint =
    compiler.code === 0
      ? ''
      : ' No compiler was found: install python3, make and g++ (Debian: apt-get install build-essential python3).'
  fail(`better-sqlite3, the database driver, does not load.${hint}`, `${rebuilt.output}\n${opened.output}`)
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'))
}
