import { createECDH } from 'node:crypto'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseEnv, StartRefusal, settingNames, startWarnings } from './env.server.ts'
import { demoPlatformCompanyId } from './product.ts'

const operations = readFileSync('docs/operations.md', 'utf8')
const dataDir = mkdtempSync(join(tmpdir(), 'groundwork-env-'))
const pair = createECDH('prime256v1')
pair.generateKeys()
const vapid = {
  VAPID_PUBLIC_KEY: pair.getPublicKey('base64url'),
  VAPID_PRIVATE_KEY: pair.getPrivateKey('base64url'),
  VAPID_SUBJECT: 'mailto:operator@example.com',
}
const production = {
  APP_ENV: 'production',
  PUBLIC_URL: 'https://groundwork.fly.dev/',
  SESSION_SECRET: '0f8d3b6c5a9e41728c04b7f1d26e9a3551d0c8e7b2f4963a7e5d1c0b8f692a34',
  SMTP_URL: 'smtp://mail.fly.dev',
  MAIL_FROM: 'Groundwork <no-reply@groundwork.fly.dev>',
  SUPPORT_EMAIL: 'support@groundwork.fly.dev',
  SALES_EMAIL: 'sales@groundwork.fly.dev',
  ESCROW_IBAN: 'FI42 5000 1510 0000 23',
  ESCROW_BIC: 'OKOYFIHH',
  DATA_DIR: dataDir,
}

const parse = (source: Record<string, string | undefined>) => parseEnv(source as NodeJS.ProcessEnv)

/** The problems for which the server does not start; none where it does. */
function problems(source: Record<string, string | undefined>): string[] {
  try {
    parse(source)
    return []
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    return error.message
      .split('\n')
      .slice(1, -1)
      .map((line) => line.trim())
  }
}

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
      origin: 'https://groundwork.fly.dev',
    })
    expect(parse({ ...production, REQUIRE_VERIFIED_EMAIL: 'off' }).requireVerifiedEmail).toBe(false)
  })

  it('listens on loopback only in development, and everywhere in production', () => {
    expect(parse({ DATA_DIR: dataDir }).HOST).toBe('127.0.0.1')
    expect(parse(production).HOST).toBe('0.0.0.0')
    for (const HOST of ['localhost', '127.0.0.2', '::1']) expect(parse({ DATA_DIR: dataDir, HOST }).HOST).toBe(HOST)
  })

  it('reports every problem at once, one line each', () => {
    expect(problems({ APP_ENV: 'production', PORT: 'many', ESCROW_IBAN: 'FI00', SESSION_SECRET: 'short' })).toEqual([
      'PORT: must be a whole number from 0 to 65535',
      'PUBLIC_URL: is required in production',
      'SESSION_SECRET: must have at least 32 characters; make one with: openssl rand -hex 32',
      'SMTP_URL: is required in production',
      'MAIL_FROM: is required in production',
      'SUPPORT_EMAIL: is required in production',
      'SALES_EMAIL: is required in production',
      'ESCROW_IBAN: must be an IBAN of the SEPA area',
      'ESCROW_BIC: is required in production',
    ])
  })
})

const realDomain = 'must not be in a domain for examples and tests (.example, .test, .invalid, .localhost)'

/** What the server says, and the settings with which it says nothing else. */
const refusals: Array<[line: string, settings: Record<string, string | undefined>]> = [
  ['APP_ENV: must be development or production', { ...production, APP_ENV: 'prod' }],
  ['NODE_ENV: must not be development in production', { ...production, NODE_ENV: 'development' }],
  ['PORT: must be a whole number from 0 to 65535', { PORT: '70000' }],
  ['HOST: must be a loopback address unless APP_ENV is production', { HOST: '0.0.0.0' }],
  ['SHARED_DATA_DIR: must be on or off', { SHARED_DATA_DIR: 'perhaps' }],
  ['WEB_PROCESSES: must be a whole number from 1 to 32', { WEB_PROCESSES: '33' }],
  ['PUBLIC_URL: is required in production', { ...production, PUBLIC_URL: '' }],
  [
    'PUBLIC_URL: must be an address that begins with https://',
    { ...production, PUBLIC_URL: 'http://groundwork.fly.dev' },
  ],
  [
    'PUBLIC_URL: must be a loopback address such as http://localhost:3000 unless APP_ENV is production',
    { PUBLIC_URL: 'https://groundwork.example' },
  ],
  [`PUBLIC_URL: ${realDomain}`, { ...production, PUBLIC_URL: 'https://groundwork.example' }],
  [
    'PUBLIC_URL: must not be a loopback or private address, which people elsewhere do not reach',
    { ...production, PUBLIC_URL: 'https://192.168.1.20' },
  ],
  [
    'PUBLIC_URL: must end after the host or port, without a name, a path or a query',
    { ...production, PUBLIC_URL: 'https://groundwork.fly.dev/somewhere' },
  ],
  ['SESSION_SECRET: is required in production', { ...production, SESSION_SECRET: undefined }],
  [
    'SESSION_SECRET: must have at least 32 characters; make one with: openssl rand -hex 32',
    { SESSION_SECRET: 'k2Jx9' },
  ],
  [
    'SESSION_SECRET: must be random and not from an example; make one with: openssl rand -hex 32',
    { ...production, SESSION_SECRET: process.env.SESSION_SECRET },
  ],
  [
    'SESSION_SECRET: must not repeat itself; make one with: openssl rand -hex 32',
    { ...production, SESSION_SECRET: 'x'.repeat(32) },
  ],
  ['SMTP_URL: is required in production', { ...production, SMTP_URL: undefined }],
  [
    'SMTP_URL: must be like smtps://user:password@mail.example:465, with special characters of the password as %40',
    { ...production, SMTP_URL: 'mail.example' },
  ],
  ['MAIL_FROM: is required in production', { ...production, MAIL_FROM: undefined }],
  [
    'MAIL_FROM: must be an email address, or a name with one: Groundwork <no-reply@groundwork.example>',
    { MAIL_FROM: 'Groundwork' },
  ],
  [`MAIL_FROM: ${realDomain}`, { ...production, MAIL_FROM: 'Groundwork <no-reply@groundwork.example>' }],
  ['SUPPORT_EMAIL: is required in production', { ...production, SUPPORT_EMAIL: undefined }],
  ['SUPPORT_EMAIL: must be an email address', { SUPPORT_EMAIL: 'support' }],
  [`SUPPORT_EMAIL: ${realDomain}`, { ...production, SUPPORT_EMAIL: 'support@groundwork.example' }],
  ['SALES_EMAIL: is required in production', { ...production, SALES_EMAIL: undefined }],
  ['SALES_EMAIL: must be an email address', { SALES_EMAIL: 'sales' }],
  [`SALES_EMAIL: ${realDomain}`, { ...production, SALES_EMAIL: 'sales@example.com' }],
  ['PASSWORD_MIN_LENGTH: must be a whole number from 6 to 64', { PASSWORD_MIN_LENGTH: '3' }],
  ['REQUIRE_VERIFIED_EMAIL: must be on or off', { REQUIRE_VERIFIED_EMAIL: 'no' }],
  ['TRUST_PROXY: must be a whole number from 0 to 5', { TRUST_PROXY: '6' }],
  ['LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent', { LOG_LEVEL: 'loud' }],
  [
    'LOG_LEVEL: must be at least warn in production, because what is dangerous is only said in the log',
    { ...production, LOG_LEVEL: 'silent' },
  ],
  ['PLATFORM_FEE_BP: must be a whole number from 0 to 5000', { PLATFORM_FEE_BP: '-1' }],
  [
    'PLATFORM_COMPANY_ID: is required with PLATFORM_FEE_BP, because it invoices the fee',
    { ...production, PLATFORM_FEE_BP: '250' },
  ],
  ['RELEASE_PASSWORD_FROM_CENTS: must be a whole number of at least 0', { RELEASE_PASSWORD_FROM_CENTS: '0.5' }],
  ['BANK_ACCOUNT_DELAY_HOURS: must be a whole number from 1 to 720', { BANK_ACCOUNT_DELAY_HOURS: '0' }],
  ['ESCROW_IBAN: is required in production', { ...production, ESCROW_IBAN: undefined }],
  ['ESCROW_IBAN: must be an IBAN of the SEPA area', { ESCROW_IBAN: 'FI00 0000 0000 0000 00' }],
  ['ESCROW_IBAN: must be your account, not the example', { ...production, ESCROW_IBAN: 'FI79 4405 2020 0360 82' }],
  ['ESCROW_BIC: is required in production', { ...production, ESCROW_BIC: undefined }],
  ['ESCROW_BIC: must be a BIC of 8 or 11 characters', { ESCROW_BIC: 'OKOY' }],
  ['FILES_UNSENT_MB: must be a number above 0', { FILES_UNSENT_MB: '0' }],
  ['FILES_PER_PERSON_MB: must be a number above 0', { FILES_PER_PERSON_MB: '-1' }],
  ['FILES_PER_COMPANY_MB: must be a number above 0', { FILES_PER_COMPANY_MB: 'all' }],
  ['FILES_UNVERIFIED_MB: must be a number above 0', { FILES_UNVERIFIED_MB: '0' }],
  ['FILES_NEW_MB: must be a number above 0', { FILES_NEW_MB: 'few' }],
  ['FILES_ALL_NEW_MB: must be a number above 0', { FILES_ALL_NEW_MB: '-1' }],
  ['FILES_NEW_OWN_MB: must be a number of at least 0', { FILES_NEW_OWN_MB: '-1' }],
  ['FILES_KEEP_FREE_MB: must be a number of at least 0', { FILES_KEEP_FREE_MB: '-1' }],
  [
    'METRICS_TOKEN: must be 32 random characters or more; make one with: openssl rand -hex 32',
    { METRICS_TOKEN: 'short' },
  ],
  [
    'METRICS_TOKEN: must not be SESSION_SECRET, because other programs know it',
    { ...production, METRICS_TOKEN: production.SESSION_SECRET },
  ],
  ['RATE_LIMITS: must be on or off', { RATE_LIMITS: 'perhaps' }],
  ['RATE_LIMITS: must not be off in production', { ...production, RATE_LIMITS: 'off' }],
  [
    'VAPID_SUBJECT: must be an address like mailto:operator@example.com, or one that begins with https://',
    { ...vapid, VAPID_SUBJECT: 'operator' },
  ],
  [
    'VAPID_PRIVATE_KEY: must be the key of VAPID_PUBLIC_KEY, with VAPID_SUBJECT beside them; make both with: npx web-push generate-vapid-keys',
    { ...vapid, VAPID_PRIVATE_KEY: undefined },
  ],
  ['LINK_PREVIEWS: must be on or off', { LINK_PREVIEWS: 'perhaps' }],
  [
    'AI_BASE_URL: must be an address that begins with https://, or of this machine, without a user name',
    { AI_BASE_URL: 'http://models.example.net/v1', AI_MODEL: 'm' },
  ],
  [
    'AI_MODEL: must be the name of a model at AI_BASE_URL; neither is set without the other',
    { AI_BASE_URL: 'https://models.example.net/v1' },
  ],
]

describe('a wrong setting', () => {
  it.each(refusals)('%s', (line, settings) => {
    expect(problems({ DATA_DIR: dataDir, ...settings })).toEqual([line])
  })

  it.each<[name: string, value: string]>([
    ['PUBLIC_URL', 'http://'],
    ['PUBLIC_URL', 'groundwork'],
    ['PUBLIC_URL', 'ftp://groundwork.example'],
    ['PUBLIC_URL', 'https://localhost'],
    ['PUBLIC_URL', 'https://groundwork.test.'],
    ...['127.0.0.1', '0x7f.1', '10.1.2.3', '172.31.0.1', '169.254.1.1', '[::1]', '[fd00::1]', '[::ffff:10.1.2.3]'].map(
      (host): [string, string] => ['PUBLIC_URL', `https://${host}`],
    ),
    ['PUBLIC_URL', 'https://groundwork.fly.dev?from=mail'],
    ['PUBLIC_URL', 'https://somebody@groundwork.fly.dev'],
    ['TRUST_PROXY', 'true'],
    ['LOG_LEVEL', 'error'],
    ['MAIL_FROM', 'no-reply@groundwork.INVALID'],
    ['SUPPORT_EMAIL', 'help@mail.groundwork.test'],
    ['SALES_EMAIL', 'sales@localhost.localhost'],
    ['SESSION_SECRET', 'please-change-this-before-you-go-online'],
    ['SESSION_SECRET', '0123456789abcdef0123456789abcdef'],
    ['SESSION_SECRET', 'abcdefgh'.repeat(8)],
    ['SMTP_URL', 'https://mail.example'],
    ['SMTP_URL', 'smtp://'],
    // Without the escape, the host would be "user" and the port 12.
    ['SMTP_URL', 'smtps://user:12/34@mail.example:465'],
  ])('stops production too: %s=%s', (name, value) => {
    expect(problems({ ...production, [name]: value })).toEqual([expect.stringMatching(`^${name}: must`)])
  })

  it.each(['http://groundwork.example', 'http://192.168.1.20:3000', 'http://localhost.evil.example', 'http://0.0.0.0'])(
    'PUBLIC_URL=%s stops development',
    (url) => {
      expect(problems({ DATA_DIR: dataDir, PUBLIC_URL: url })).toHaveLength(1)
    },
  )

  it('is never repeated in what the server says, because it may be a secret', () => {
    const SMTP_URL = 'smtps://user:hunter2/x@mail.example'
    expect(problems({ ...production, SMTP_URL }).join()).not.toContain('hunter2')
  })
})

it.each([
  ['SHARED_DATA_DIR', 'on'],
  ['REQUIRE_VERIFIED_EMAIL', 'off'],
])('%s=%s is said loudly at the start, in production too', (name, value) => {
  expect(startWarnings(parse(production))).toEqual([])
  const [line = '', ...more] = startWarnings(parse({ ...production, [name]: value, DATA_DIR: '/data' }))
  expect(line).toMatch(`${name}: is ${value}, so `)
  expect(more).toEqual([])
  expect(operations).toContain(`\n    ${line}\n`)
})

it('a setting of blanks counts as none, and not as 0', () => {
  const blank = { SESSION_SECRET: ' '.repeat(40), FILES_KEEP_FREE_MB: ' ', TRUST_PROXY: '\t' }
  expect(problems({ ...production, ...blank })).toEqual(['SESSION_SECRET: is required in production'])
  expect(parse({ ...production, FILES_KEEP_FREE_MB: ' ' }).FILES_KEEP_FREE_MB).toBe(500)
})

describe('docs/operations.md', () => {
  it('lists exactly what the server says about wrong settings', () => {
    const [, section = ''] = operations.split('### When a setting is wrong\n')
    const [, listed = ''] = /\n\n((?: {4}[A-Z_]+: .*\n)+)/.exec(section) ?? []
    const lines = listed.split('\n').flatMap((line) => line.trim() || [])
    expect(lines).toEqual(refusals.map(([line]) => line))
  })

  it('names every setting in its table', () => {
    const rows = [...operations.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    )
    // The backup is a program of its own.
    expect(rows.filter((name) => name !== 'BACKUPS_KEEP').sort()).toEqual([...settingNames].sort())
  })
})

it('takes a fee in development for the company of the demo world', () => {
  expect(parse({ DATA_DIR: dataDir, PLATFORM_FEE_BP: '250' })).toMatchObject({
    PLATFORM_FEE_BP: 250,
    PLATFORM_COMPANY_ID: demoPlatformCompanyId,
  })
})
