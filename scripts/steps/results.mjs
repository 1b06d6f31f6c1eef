// Reads the counts of the test runners from their JSON reports. No failure may get lost before the last line.
import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export const nothing = { passed: 0, failed: 0, skipped: 0 }

/** A check that has no tests counts as one that passed or failed. */
export function checkResult(code) {
  return { ...nothing, [code === 0 ? 'passed' : 'failed']: 1 }
}

export function vitestResult(report, code) {
  if (!report) return { ...nothing, failed: 1 }
  return honest(
    {
      passed: report.numPassedTests,
      // A file that does not load has no tests that could fail, so it counts as one failure.
      failed:
        report.numFailedTests +
        report.testResults.filter((file) => file.status === 'failed' && !hasFailure(file)).length,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    code,
  )
}

function hasFailure(file) {
  return file.assertionResults.some((test) => test.status === 'failed')
}

export function playwrightResult(report, code) {
  if (!report) return { ...nothing, failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  // A flaky test failed once, and there are no retries here, so it counts as failed.
  return honest({ passed: expected, failed: unexpected + flaky, skipped }, code)
}

/** The duration of each test in a report: `{ name, ms }`, where the name includes the file. */
export function vitestTimes(report, base) {
  return vitestTests(report, base).map(({ name, duration }) => ({ name, ms: duration ?? 0 }))
}

export function playwrightTimes(report) {
  return playwrightTests(report).map(({ name, results }) => ({
    name,
    ms: results.reduce((sum, { duration }) => sum + duration, 0),
  }))
}

/** Each test of a report that failed: `{ name, message }`, the message without colours and its first lines only. */
export function vitestFailures(report, base) {
  const files = (report?.testResults ?? [])
    .filter((file) => file.status === 'failed' && !hasFailure(file))
    .map(({ name, message }) => ({ name: path.relative(base, name), message: brief(message) }))
  const tests = vitestTests(report, base).filter(({ status }) => status === 'failed')
  return [...files, ...tests.map(({ name, failureMessages }) => ({ name, message: brief(failureMessages?.[0]) }))]
}

export function playwrightFailures(report) {
  return playwrightTests(report).flatMap(({ name, status, results }) =>
    status === 'unexpected' || status === 'flaky'
      ? [{ name, message: brief(results.find(({ error }) => error)?.error.message) }]
      : [],
  )
}

function vitestTests(report, base) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, name: `${path.relative(base, name)}: ${test.title}` })),
  )
}

function playwrightTests(report) {
  const ofSuite = ({ suites = [], specs = [] }) => [
    ...suites.flatMap(ofSuite),
    ...specs.flatMap(({ file, title, tests }) =>
      tests.map((test) => ({ ...test, name: `tests/e2e/${file}: ${title} (${test.projectName})` })),
    ),
  ]
  return report ? ofSuite(report) : []
}

function brief(message = '') {
  const lines = stripVTControlCharacters(message).split('\n')
  return lines
    .filter((line) => line.trim())
    .slice(0, 8)
    .map((line) => line.slice(0, 200))
    .join('\n')
}

export function slowest(times, count = 10) {
  return [...times].sort((one, other) => other.ms - one.ms).slice(0, count)
}

/** A runner that exited with an error or ran nothing has failed, whatever its report says. */
function honest(result, code) {
  if (result.failed > 0) return result
  if (code !== 0 || result.passed === 0) return { ...result, failed: 1 }
  return result
}

export function readReport(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

export function sum(results) {
  const total = { ...nothing }
  for (const result of results) for (const key of Object.keys(total)) total[key] += result[key]
  return total
}

export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}
