import { describe, expect, it } from 'vitest'
import {
  checkResult,
  countsLine,
  playwrightFailures,
  playwrightResult,
  playwrightTimes,
  slowest,
  sum,
  vitestFailures,
  vitestResult,
  vitestTimes,
} from './results.mjs'

const vitest = (more) => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...more,
})
const playwright = (more) => ({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0, ...more } })

describe('the counts', () => {
  it('are those of the reports', () => {
    expect(vitestResult(vitest({ numPendingTests: 1, numTodoTests: 1 }), 0)).toEqual({
      passed: 3,
      failed: 0,
      skipped: 2,
    })
    expect(playwrightResult(playwright({ unexpected: 2, skipped: 1 }), 1)).toEqual({ passed: 3, failed: 2, skipped: 1 })
  })

  it('fail a runner that left no report, ran nothing or ended badly', () => {
    expect(vitestResult(undefined, 0).failed).toBe(1)
    expect(playwrightResult(undefined, 0).failed).toBe(1)
    expect(vitestResult(vitest({ numPassedTests: 0 }), 0).failed).toBe(1)
    expect(playwrightResult(playwright({ expected: 0 }), 0).failed).toBe(1)
    expect(vitestResult(vitest(), 1).failed).toBe(1)
    expect(playwrightResult(playwright(), 1).failed).toBe(1)
  })

  it('count a file that does not load and a test that passed on a second try as failed', () => {
    const unloadable = { status: 'failed', assertionResults: [] }
    const failing = { status: 'failed', assertionResults: [{ status: 'failed' }] }
    expect(vitestResult(vitest({ numFailedTests: 1, testResults: [unloadable, failing] }), 1).failed).toBe(2)
    expect(playwrightResult(playwright({ flaky: 1 }), 0).failed).toBe(1)
  })

  it('add up, and read as one line', () => {
    const total = sum([checkResult(0), checkResult(2), { passed: 10, failed: 0, skipped: 2 }])
    expect(total).toEqual({ passed: 11, failed: 1, skipped: 2 })
    expect(countsLine(total)).toBe('11 passed, 1 failed, 2 skipped')
    expect(countsLine(checkResult(0))).toBe('1 passed, 0 failed')
  })
})

describe('the times', () => {
  it('cover every test, slowest first', () => {
    const unit = vitestTimes(
      {
        testResults: [
          { name: '/base/app/a.test.ts', assertionResults: [{ title: 'adds', duration: 20 }, { title: 'waits' }] },
        ],
      },
      '/base',
    )
    const browser = playwrightTimes({
      suites: [
        {
          specs: [
            { file: 'a.spec.ts', title: 'goes', tests: [{ projectName: 'with scripts', results: [{ duration: 90 }] }] },
          ],
          suites: [
            {
              specs: [{ file: 'a.spec.ts', title: 'comes', tests: [{ projectName: 'p', results: [{ duration: 5 }] }] }],
            },
          ],
        },
      ],
    })
    expect(slowest([...unit, ...browser], 3)).toEqual([
      { name: 'tests/e2e/a.spec.ts: goes (with scripts)', ms: 90 },
      { name: 'app/a.test.ts: adds', ms: 20 },
      { name: 'tests/e2e/a.spec.ts: comes (p)', ms: 5 },
    ])
    expect(slowest([...vitestTimes(undefined, '/'), ...playwrightTimes(undefined)])).toEqual([])
  })
})

describe('the failures', () => {
  it('are named with the first lines of what they say', () => {
    const unit = {
      testResults: [
        { name: '/base/app/a.test.ts', status: 'failed', message: 'does not load', assertionResults: [] },
        {
          name: '/base/app/b.test.ts',
          status: 'failed',
          assertionResults: [
            {
              title: 'adds',
              status: 'failed',
              failureMessages: [`\u001b[31mexpected 1\u001b[39m\n\n${'at b\n'.repeat(20)}`],
            },
            { title: 'waits', status: 'passed' },
          ],
        },
      ],
    }
    expect(vitestFailures(unit, '/base')).toEqual([
      { name: 'app/a.test.ts', message: 'does not load' },
      { name: 'app/b.test.ts: adds', message: ['expected 1', ...Array(7).fill('at b')].join('\n') },
    ])
    const tests = [
      { projectName: 'p', status: 'unexpected', results: [{ error: { message: 'too late' } }] },
      { projectName: 'q', status: 'expected', results: [{}] },
    ]
    const browser = { suites: [{ specs: [{ file: 'a.spec.ts', title: 'goes', tests }] }] }
    expect(playwrightFailures(browser)).toEqual([{ name: 'tests/e2e/a.spec.ts: goes (p)', message: 'too late' }])
    expect([...vitestFailures(undefined, '/'), ...playwrightFailures(undefined)]).toEqual([])
  })
})
