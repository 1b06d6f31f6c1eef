// `npm test [-- part …] [-- what the part's runner is told]`: everything that must hold. The parts: types lint unit process e2e.
// All parts run, so that one failure does not hide another; the last line counts, and the exit code tells.
import fs from 'node:fs'
import path from 'node:path'
import { ensureBuilt } from './steps/build.mjs'
import { ensureChromium } from './steps/chromium.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { checkNode, fail, root, runNode, seconds } from './steps/process.mjs'
import { checkResult, countsLine, playwrightResult, readReport, sum, vitestResult } from './steps/results.mjs'

const parts = ['types', 'lint', 'unit', 'process', 'e2e']
const reports = path.join(root, '.cache', 'reports')
const bin = (file) => path.join(root, 'node_modules', file)

checkNode()
process.chdir(root)
const { wanted, rest } = readArguments(process.argv.slice(2))
const began = performance.now()
await ensureInstalled()
fs.mkdirSync(reports, { recursive: true })

const results = []
if (wanted.has('types')) await check('Types', [bin('typescript/bin/tsc'), '--noEmit'])
if (wanted.has('lint')) {
  await check('Format and rules (biome)', [
    bin('@biomejs/biome/bin/biome'),
    'check',
    '--error-on-warnings',
    '--max-diagnostics=200',
  ])
  await check('Import floors and cycles (dependency-cruiser)', [
    bin('dependency-cruiser/bin/dependency-cruise.mjs'),
    ...['app', 'db', 'tests', 'server.ts'].filter((entry) => fs.existsSync(path.join(root, entry))),
  ])
  await check('Dead code and dependencies (knip)', [bin('knip/bin/knip.js'), '--no-progress'])
  await check('Names and sizes', ['scripts/lint/names.mjs'])
  await check('The verb rule', ['scripts/lint/verb-rule.mjs'])
  await check('The data version', ['scripts/lint/data-version.mjs'])
}
if (wanted.has('unit')) await vitest('Unit and integration tests (vitest)', 'unit')
if (wanted.has('process')) await vitest('The built server as a process (vitest)', 'process', ensureBuilt)
if (wanted.has('e2e')) await browserTests()

const total = sum(results.map(({ result }) => result))
console.log(`\n${'─'.repeat(60)}`)
for (const { name, result, ms } of results) {
  console.log(`${result.failed ? '✗' : '✓'} ${name}: ${countsLine(result)} (${seconds(ms)})`)
}
console.log(`All together ${seconds(performance.now() - began)}\n`)
console.log(countsLine(total))
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

async function check(name, args) {
  await stage(name, async () => {
    const { code, output } = await runNode(args, { env: { NO_COLOR: '1' } })
    return { output, result: checkResult(code) }
  })
}

async function vitest(name, project, before) {
  await stage(name, async () => {
    await before?.()
    const report = freshReport(`vitest-${project}.json`)
    const args = [
      bin('vitest/vitest.mjs'),
      'run',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...rest,
    ]
    const { code, output } = await runNode(args, { env: { NODE_ENV: 'test', NO_COLOR: '1' } })
    return { output, result: vitestResult(readReport(report), code) }
  })
}

async function browserTests() {
  await stage('Browser tests (playwright)', async () => {
    const chromium = await ensureChromium()
    await ensureBuilt()
    const report = freshReport('playwright.json')
    const args = [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json', ...rest]
    const { code, output } = await runNode(args, {
      env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: '1', FORCE_COLOR: '0' },
    })
    return { output, result: playwrightResult(readReport(report), code) }
  })
}

/** Says what begins, prints the whole output of what failed, and a line of what passed. */
async function stage(name, run) {
  const start = performance.now()
  console.log(`· ${name} …`)
  const { output, result } = await run().catch((error) => ({ output: error.message, result: checkResult(1) }))
  const ms = performance.now() - start
  results.push({ name, result, ms })
  if (result.failed) console.log(`${output.trim()}\n`)
  console.log(`${result.failed ? '✗' : '✓'} ${name}: ${countsLine(result)} (${seconds(ms)})`)
}

/** An old report must never be taken for the new one. */
function freshReport(name) {
  const file = path.join(reports, name)
  fs.rmSync(file, { force: true })
  return file
}

function readArguments(args) {
  const named = args.filter(
    (argument, index) => parts.includes(argument) && args.slice(0, index).every((before) => parts.includes(before)),
  )
  const others = args.slice(named.length).filter((argument) => argument !== '--')
  if (others.length > 0 && named.length !== 1) {
    fail(
      `"${others[0]}" is no part. The parts are ${parts.join(', ')}; after a single part, arguments go to its runner.`,
    )
  }
  return { wanted: new Set(named.length > 0 ? named : parts), rest: others }
}
