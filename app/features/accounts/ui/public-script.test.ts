import { statSync } from 'node:fs'
import { expect, it } from 'vitest'

it('has at most 2 KB', () => {
  expect(statSync('public/public.js').size).toBeLessThanOrEqual(2048)
})
