import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import type { JourneyOptions } from '#tests/e2e/fixtures.ts'

const port = Number(process.env.E2E_PORT ?? 4300)
// Workers read this file too. The first reader chooses the data folder and the others inherit it.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'groundwork-e2e-'))
/** For the server, and for the workers, which insert sessions into its database and sign their cookies. */
const environment = {
  PUBLIC_URL: `http://localhost:${port}`,
  DATA_DIR: process.env.E2E_DATA_DIR,
  CHECK_STATEMENTS: 'true',
  APP_ENV: 'development',
  SESSION_SECRET: 'a secret that only tests know, 32 characters or more',
}
process.env.CHROMIUM_PATH ??= '/usr/bin/chromium'
Object.assign(process.env, environment)

/**
 * Every journey runs with and without JavaScript unless tagged (docs/conventions.md, Tests): @scripts needs JavaScript,
 * @plain needs it off, and @once runs once, because its pages have no scripts. The server is the built one with its own
 * database. The browser is the headless shell; what it lacks (notifications, permissions) is tested in a whole Chromium.
 */
export default defineConfig<JourneyOptions>({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // For a machine that encodes the video of another worker's calls in software meanwhile: nothing waits longer than it must.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'Europe/Helsinki',
    colorScheme: 'light',
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath: process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'with scripts', use: { javaScriptEnabled: true }, grepInvert: /@plain/ },
    { name: 'without scripts', use: { javaScriptEnabled: false }, grepInvert: /@scripts|@once/ },
  ],
  webServer: {
    command: 'node --enable-source-maps build/server.js',
    url: `http://localhost:${port}/health`,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      ...environment,
      PORT: String(port),
      NODE_ENV: 'production',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
  },
})
