// Reads the counts of the test runners from their JSON reports. No failure may get lost before the last line.
import fs from 'node:fs'
import path from 'node:path'

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
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, duration }) => ({
      name: `${path.relative(base, name)}: ${title}`,
      ms: duration ?? 0,
    })),
  )
}

export function playwrightTimes(report) {
  const ofSuite = ({ suites = [], specs = [] }) => [
    ...suites.flatMap(ofSuite),
    ...specs.flatMap(({ file, title, tests }) =>
      tests.map(({ projectName, results }) => ({
        name: `tests/e2e/${file}: ${title} (${projectName})`,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
      })),
    ),
  ]
  return report ? ofSuite(report) : []
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
