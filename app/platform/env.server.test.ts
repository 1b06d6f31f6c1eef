import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseEnv } from './env.server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'groundwork-env-'))
const production = {
  APP_ENV: 'production',
  PUBLIC_URL: 'https://groundwork.example/somewhere',
  SESSION_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtp://mail.example',
  ESCROW_IBAN: 'FI42 5000 1510 0000 23',
  ESCROW_BIC: 'OKOYFIHH',
  DATA_DIR: dataDir,
}

const parse = (source: Record<string, string | undefined>) => parseEnv(source as NodeJS.ProcessEnv)

describe('the environment', () => {
  it('needs nothing in development, and stores one secret with the data', () => {
    const first = parse({ DATA_DIR: dataDir })
    expect(first).toMatchObject({
      PORT: 3000,
      development: true,
      https: false,
      requireVerifiedEmail: false,
      origin: 'http://localhost:3000',
    })
    expect(first.sessionSecret).toMatch(/^[0-9a-f]{64}$/)
    expect(parse({ DATA_DIR: dataDir }).sessionSecret).toBe(first.sessionSecret)
    const file = join(dataDir, 'session-secret')
    expect(readFileSync(file, 'utf8')).toBe(first.sessionSecret)
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it('requires verified addresses and https in production', () => {
    expect(parse(production)).toMatchObject({
      development: false,
      https: true,
      requireVerifiedEmail: true,
      origin: 'https://groundwork.example',
    })
    expect(parse({ ...production, REQUIRE_VERIFIED_EMAIL: 'off' }).requireVerifiedEmail).toBe(false)
  })

  it.each(['PUBLIC_URL', 'SESSION_SECRET', 'SMTP_URL', 'ESCROW_IBAN', 'ESCROW_BIC'])(
    'does not go to production without %s',
    (name) => {
      expect(() => parse({ ...production, [name]: undefined })).toThrow(name)
    },
  )

  it.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['APP_ENV', 'staging'],
    ['SESSION_SECRET', 'short'],
    ['PUBLIC_URL', 'groundwork'],
    ['PLATFORM_FEE_BP', '-1'],
    ['RATE_LIMITS', 'perhaps'],
    ['PASSWORD_MIN_LENGTH', '3'],
    ['ESCROW_IBAN', 'FI00 0000 0000 0000 00'],
  ])('refuses %s=%s by its name', (name, value) => {
    expect(() => parse({ DATA_DIR: dataDir, [name]: value })).toThrow(name)
  })
})
