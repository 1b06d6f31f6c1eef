import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const run = (...args) => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/check-invoices.mjs', ...args], { encoding: 'utf8' })
  return { status, said: stdout.trim() }
}

it('fails without the official rules, and says so, unless it is told that they may be missing', () => {
  const said = expect.stringContaining('Nothing was checked')
  expect(run('/nowhere')).toEqual({ status: 1, said })
  expect(run('/nowhere', '--if-there')).toEqual({ status: 0, said })
})
