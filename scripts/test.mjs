// `npm test [-- part …] [--changed] [-- runner arguments]` runs all checks. The parts: types lint unit process e2e. All
// parts run, so that one failure does not hide another; the last line has the counts, and the exit code the result.
// `--changed` skips tests that no change since main can affect.
import fs from 'node:fs'
import path from 'node:path'
import { atMost } from './steps/at-most.mjs'
import { ensureBuilt } from './steps/build.mjs'
import { changedFiles, specsFor, testsWithoutImports, touchesProcess } from './steps/changed.mjs'
import { ensureBrowsers } from './steps/chromium.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { checkNode, fail, root, runNode, seconds } from './steps/process.mjs'
import {
  checkResult,
  countsLine,
  nothing,
  playwrightFailures,
  playwrightResult,
  playwrightTimes,
  readReport,
  slowest,
  sum,
  vitestFailures,
  vitestResult,
  vitestTimes,
} from './steps/results.mjs'

const parts = ['types', 'lint', 'unit', 'process', 'e2e']
/** Time budgets on two cores, in seconds: per part and in total. */
const budgets = { unit: 120, process: 90, e2e: 360 }
const budget = 600
const reports = path.join(root, '.cache', 'reports')
const bin = (file) => path.join(root, 'node_modules', file)
/** One checker, because several check the same library types again, and the other core runs tests. */
const typesProgram = [bin('typescript-native/bin/tsc'), '--noEmit', '--checkers', '1']

checkNode()
process.chdir(root)
const { wanted, changed, rest } = readArguments(process.argv.slice(2))
const began = performance.now()
await ensureInstalled()
fs.mkdirSync(reports, { recursive: true })

const files = changed ? await changedFiles().catch((error) => fail(error.message)) : []
const specs = changed ? specsFor(files) : []
const results = []
const times = []
const failures = []
const runs = {
  unit: wanted.has('unit'),
  process: wanted.has('process') && (!changed || touchesProcess(files)),
  e2e: wanted.has('e2e') && (!changed || specs.length > 0),
}
for (const part of ['process', 'e2e']) {
  if (wanted.has(part) && !runs[part]) console.log(`· ${part}: nothing of it is touched by what has changed`)
}

// A failed build is reported by the parts that need it.
if (runs.process || runs.e2e) await ensureBuilt().catch(() => undefined)
if (runs.unit) await vitest('Unit and integration tests (vitest)', 'unit', changed ? relatedTests() : ['run'])
// Each of these checks uses one core, and a server that is started, killed and waited for leaves one idle.
await Promise.all([
  atMost(runs.process ? 1 : 2, [
    ...(wanted.has('types') ? [() => check('Types', 'types', typesProgram)] : []),
    ...(wanted.has('lint') ? lintChecks() : []),
  ]),
  runs.process && vitest('The built server as a process (vitest)', 'process', ['run'], ensureBuilt),
])
if (runs.e2e) await browserTests()

const total = sum(results.map(({ result }) => result))
const together = performance.now() - began
const isNarrowed = changed || rest.length > 0
console.log(`\n${'─'.repeat(60)}`)
for (const { name, part, result, ms } of results) {
  const time = isNarrowed ? seconds(ms) : ofBudget(ms, budgets[part])
  console.log(`${result.failed ? '✗' : '✓'} ${name}: ${countsLine(result)} (${time})`)
}
if (times.length > 0) {
  console.log('\nThe slowest tests:')
  for (const { name, ms } of slowest(times)) console.log(`  ${seconds(ms).padStart(11)}  ${name}`)
}
// Again, and short, because who reads the end of a long output would miss what is printed above.
if (failures.length > 0) console.log('\nFailed:')
for (const { name, message } of failures) console.log(`  ✗ ${name}\n${message.replace(/^/gm, '      ')}`)
const isWhole = wanted.size === parts.length && !isNarrowed
console.log(`\nAll together ${isWhole ? ofBudget(together, budget) : seconds(together)}\n`)
console.log(countsLine(total))
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

function lintChecks() {
  return [
    [
      'Format and rules (biome)',
      bin('@biomejs/biome/bin/biome'),
      'check',
      '--error-on-warnings',
      '--max-diagnostics=200',
    ],
    [
      'Import floors and cycles (dependency-cruiser)',
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['app', 'db', 'tests', 'server.ts'].filter((entry) => fs.existsSync(path.join(root, entry))),
    ],
    ['Dead code and dependencies (knip)', bin('knip/bin/knip.js'), '--no-progress'],
    ['Code that only tests use (knip)', bin('knip/bin/knip.js'), '--production', '--no-progress'],
    ['Names and sizes', 'scripts/lint/names.mjs'],
    ['The verb rule', 'scripts/lint/verb-rule.mjs'],
    ['The data version', 'scripts/lint/data-version.mjs'],
  ].map(
    ([name, ...args]) =>
      () =>
        check(name, 'lint', args),
  )
}

async function check(name, part, args) {
  await stage(name, part, async () => {
    // TypeScript's compiler, a Go program, would take the core of the tests too, which time how fast a server starts.
    const { code, output } = await runNode(args, { env: { NO_COLOR: '1', GOMAXPROCS: '1' } })
    return { output, result: checkResult(code) }
  })
}

/** Tests that import a changed file directly or indirectly, and those whose imports do not show what they depend on. */
function relatedTests() {
  return ['related', '--run', '--passWithNoTests', ...files, ...testsWithoutImports(files)]
}

async function vitest(name, project, how, before) {
  await stage(name, project, async () => {
    await before?.()
    const report = freshReport(`vitest-${project}.json`)
    const args = [
      bin('vitest/vitest.mjs'),
      ...how,
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...rest,
    ]
    const { code, output } = await runNode(args, { env: { NODE_ENV: 'test', NO_COLOR: '1' } })
    const told = readReport(report)
    times.push(...vitestTimes(told, root))
    failures.push(...vitestFailures(told, root))
    return { output, result: vitestResult(told, code) }
  })
}

async function browserTests() {
  await stage('Browser tests (playwright)', 'e2e', async () => {
    const { browser, shell } = await ensureBrowsers()
    await ensureBuilt()
    const report = freshReport('playwright.json')
    const args = [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json', ...specs, ...rest]
    const { code, output } = await runNode(args, {
      env: {
        CHROMIUM_PATH: browser,
        HEADLESS_SHELL_PATH: shell,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        NO_COLOR: '1',
        FORCE_COLOR: '0',
      },
    })
    const told = readReport(report)
    times.push(...playwrightTimes(told))
    failures.push(...playwrightFailures(told))
    return { output, result: playwrightResult(told, code) }
  })
}

/** Prints the start of a stage, the whole output of a failure, and one line for a success. */
async function stage(name, part, run) {
  const start = performance.now()
  const entry = { name, part, result: nothing, ms: 0 }
  results.push(entry)
  console.log(`· ${name} …`)
  const { output, result } = await run().catch((error) => ({ output: error.message, result: checkResult(1) }))
  Object.assign(entry, { result, ms: performance.now() - start })
  if (result.failed) console.log(`${output.trim()}\n`)
  console.log(`${result.failed ? '✗' : '✓'} ${name}: ${countsLine(result)} (${seconds(entry.ms)})`)
}

function ofBudget(ms, wholeSeconds) {
  if (!wholeSeconds) return seconds(ms)
  const over = ms > wholeSeconds * 1000 ? ': over it' : ''
  return `${seconds(ms)} of a budget of ${seconds(wholeSeconds * 1000)}${over}`
}

/** Deletes an old report, so that it cannot be mistaken for the new one. */
function freshReport(name) {
  const file = path.join(reports, name)
  fs.rmSync(file, { force: true })
  return file
}

function readArguments(all) {
  const args = all.filter((argument) => argument !== '--changed')
  const named = args.filter(
    (argument, index) => parts.includes(argument) && args.slice(0, index).every((before) => parts.includes(before)),
  )
  const others = args.slice(named.length).filter((argument) => argument !== '--')
  if (others.length > 0 && named.length !== 1) {
    fail(
      `"${others[0]}" is no part. The parts are ${parts.join(', ')}; after a single part, arguments go to its runner.`,
    )
  }
  return { wanted: new Set(named.length > 0 ? named : parts), changed: args.length < all.length, rest: others }
}
