// For `npm test -- --changed`: the files changed since this branch left main, and the tests that may depend on them.
import fs from 'node:fs'
import path from 'node:path'
import { filesIn } from './fingerprint.mjs'
import { root, run } from './process.mjs'

/**
 * Files that differ from main (on main, from the last commit), including untracked ones.
 * @throws Error outside a git checkout
 */
export async function changedFiles() {
  const since = (await lines(['merge-base', 'HEAD', 'main']))?.[0] ?? 'HEAD'
  const differing = await lines(['diff', '--name-only', since])
  const unknown = await lines(['ls-files', '--others', '--exclude-standard'])
  if (!differing || !unknown) throw new Error('Cannot find the changed files: this is not a git checkout.')
  return [...new Set([...differing, ...unknown])].sort()
}

async function lines(args) {
  const { code, output } = await run('git', args)
  return code === 0 ? output.split('\n').filter(Boolean) : undefined
}

/**
 * Tests whose dependencies their imports do not show: those that read folders of sources (those of texts through
 * tests/setup/texts) depend on every file, those that call verbs by name (tests/setup/race.ts) on every server module,
 * and those that start programs on what programs consist of.
 */
export function testsWithoutImports(files, base = root) {
  const tests = ['app', 'db', 'scripts', 'tests/integration'].flatMap((folder) =>
    filesIn(path.join(base, folder)).filter((file) => /\.test\.(ts|tsx|mjs)$/.test(file)),
  )
  const touches = (pattern) => files.some((file) => pattern.test(file))
  const dependsOnThem = (text) =>
    (/readdirSync\(|filesIn\(/.test(text) && /['`](app|db|docs|scripts)(\/|['`])/.test(text)) ||
    /setup\/texts\//.test(text) ||
    (/setup\/race\.ts/.test(text) && touches(/\.server\.ts$|^db\//)) ||
    (/\bspawn(Sync)?\(/.test(text) && touches(/^(db|scripts|app\/platform)\//))
  return tests.filter((file) => dependsOnThem(read(file))).map((file) => relative(base, file))
}

const neverSeen = /\.md$|\.test\.(ts|tsx|mjs)$|^docs\/|^tests\/(bench|integration|fixtures)\//
const ofProcess =
  /^server\.ts$|^(vite|remix)\.config|^package(-lock)?\.json$|^scripts\/|^db\/|^app\/(\w|\.|-)+$|^app\/(platform|realtime)\/|^app\/features\/[\w-]+\/routes\/|^tests\/(process|setup|factories)\//

/** Whether the tests of the built server process may depend on one of these files. */
export function touchesProcess(files) {
  return files.some((file) => /^tests\/process\//.test(file) || (!neverSeen.test(file) && ofProcess.test(file)))
}

/**
 * The browser specs that may depend on these files. A spec depends on a feature (or its texts) when it, or what it
 * imports from tests/e2e, mentions the feature's name as a word. Files outside features affect every spec.
 */
export function specsFor(files, base = root) {
  const all = filesIn(path.join(base, 'tests/e2e')).filter((file) => file.endsWith('.spec.ts'))
  const seen = files.filter((file) => !neverSeen.test(file) && !/^(scripts|tests\/process)\//.test(file))
  return all.filter((spec) => seen.some((file) => sees(spec, file, base))).map((spec) => relative(base, spec))
}

/** Texts and a feature that appear on every page. */
const everywhere = ['ui', 'shell', 'errors', 'validation', 'site']

function sees(spec, file, base) {
  const parts = withImports(spec)
  if (file.startsWith('tests/e2e/')) return parts.has(path.join(base, file))
  const feature =
    /^app\/features\/([\w-]+)\//.exec(file)?.[1] ?? /^app\/i18n\/locales\/\w+\/([\w-]+)\.json$/.exec(file)?.[1]
  if (!feature || everywhere.includes(feature)) return true
  return [...parts].some((part) => new RegExp(`\\b${feature}\\b`).test(read(part)))
}

/** A file of tests/e2e with its direct and indirect imports there. */
function withImports(file, found = new Set()) {
  if (found.has(file) || !fs.existsSync(file)) return found
  found.add(file)
  for (const [, name] of read(file).matchAll(/from '(\.\/[\w-]+\.ts)'/g)) {
    withImports(path.join(path.dirname(file), name), found)
  }
  return found
}

const read = (file) => fs.readFileSync(file, 'utf8')
const relative = (base, file) => path.relative(base, file).split(path.sep).join('/')
