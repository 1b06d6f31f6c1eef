import { expect, it } from 'vitest'
import { startExport } from './running-exports.server.ts'

it('lets one person run two exports at a time, and others theirs', () => {
  const [first, second] = [startExport('a'), startExport('a')]
  const refused = () => {
    try {
      return startExport('a')
    } catch (answer) {
      return answer
    }
  }
  expect(refused()).toMatchObject({ status: 429 })
  startExport('b')()
  first()
  first()
  const third = startExport('a')
  expect(refused()).toMatchObject({ status: 429 })
  third()
  second()
  startExport('a')()
})
