import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Sets the environment before anything reads it, so that the shell's own does not affect tests. Test
// files of one thread share a data folder, as they share `env`.
process.env.GROUNDWORK_TEST_DATA ??= mkdtempSync(join(tmpdir(), 'groundwork-test-'))
Object.assign(process.env, {
  // Pages are rendered by the React that is served; its development version takes twice the time.
  NODE_ENV: 'production',
  CHECK_STATEMENTS: 'true',
  APP_ENV: 'development',
  DATA_DIR: process.env.GROUNDWORK_TEST_DATA,
  PUBLIC_URL: 'http://localhost:3000',
  SESSION_SECRET: 'a secret that only tests know, 32 characters or more',
  LOG_LEVEL: 'silent',
  REQUIRE_VERIFIED_EMAIL: 'false',
})
