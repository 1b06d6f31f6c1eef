import { afterAll } from 'vitest'
import { env } from '#app/platform/env.server.ts'

// Test files of one thread share its modules (`isolate: false`), so what a file sets in env ends with it.
const own = { ...env }
afterAll(() => {
  Object.assign(env, own)
})
