import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Sets the environment before anything reads it, so that the shell's own does not affect tests.
Object.assign(process.env, {
  NODE_ENV: 'test',
  APP_ENV: 'development',
  DATA_DIR: process.env.GROUNDWORK_TEST_DATA ?? mkdtempSync(join(tmpdir(), 'groundwork-test-')),
  PUBLIC_URL: 'http://localhost:3000',
  SESSION_SECRET: 'a secret that only tests know, 32 characters or more',
  LOG_LEVEL: 'silent',
  REQUIRE_VERIFIED_EMAIL: 'false',
})
