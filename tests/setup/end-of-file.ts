import { afterAll } from 'vitest'
import { env } from '#app/platform/env.server.ts'
import { closeDatabasesOfFile } from './database.ts'

// Test files of one thread share its modules (`isolate: false`), so what a file sets in env or leaves open ends with it.
const own = { ...env }
afterAll(() => {
  Object.assign(env, own)
  closeDatabasesOfFile()
})
