import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import type { JourneyOptions } from '#tests/e2e/fixtures.ts'

const port = Number(process.env.E2E_PORT ?? 4300)
// Workers read this file too: the first reader decides where the data is, the others inherit it.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'groundwork-e2e-'))

/** Every journey runs twice: with JavaScript, and without it. The server is the built one, with a database of its own. */
export default defineConfig<JourneyOptions>({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'Europe/Helsinki',
    colorScheme: 'light',
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
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
    { name: 'with scripts', use: { javaScriptEnabled: true } },
    { name: 'without scripts', use: { javaScriptEnabled: false }, grepInvert: /@scripts/ },
  ],
  webServer: {
    command: 'node --enable-source-maps build/server.js',
    url: `http://localhost:${port}/health`,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: process.env.E2E_DATA_DIR,
      APP_ENV: 'development',
      NODE_ENV: 'production',
      SESSION_SECRET: 'a secret that only tests know, 32 characters or more',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
  },
})
