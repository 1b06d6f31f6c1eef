import { statSync } from 'node:fs'
import { expect, it } from 'vitest'

it.each([
  ['public.js', 2048],
  ['passkeys.js', 1200],
])('has in %s at most %i bytes', (file, bytes) => {
  expect(statSync(`public/${file}`).size).toBeLessThanOrEqual(bytes)
})
