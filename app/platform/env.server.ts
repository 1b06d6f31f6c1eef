import { randomBytes } from 'node:crypto'

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isBic } from './bic.ts'
import { isIban } from './iban.ts'
import { demoPlatformCompanyId } from './product.ts'
import {
  exampleIban,
  isExampleIban,
  isHttpsUrl,
  isLoopback,
  isLoopbackUrl,
  isOrigin,
  isPlaceholder,
  isPrivateUrl,
  isReservedAddress,
  isReservedUrl,
  isSender,
  isSmtpUrl,
  isVapidPair,
  repeatsItself,
} from './setting-values.server.ts'

const boolean = z
  .enum(['true', 'false', '1', '0', 'on', 'off'], 'must be on or off')
  .transform((value) => ['true', '1', 'on'].includes(value))

function wholeNumber(min: number, max?: number) {
  const wanted = `must be a whole number ${max === undefined ? `of at least ${min}` : `from ${min} to ${max}`}`
  return z.coerce
    .number(wanted)
    .int(wanted)
    .min(min, wanted)
    .max(max ?? Number.MAX_SAFE_INTEGER, wanted)
}

const megabytes = z.coerce.number('must be a number above 0').positive('must be a number above 0')
const megabytesOrNone = z.coerce.number('must be a number of at least 0').min(0, 'must be a number of at least 0')
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** A text that production requires. */
function required(production: boolean): z.ZodType<string | undefined> {
  const text = z.string('is required in production')
  return production ? text : text.optional()
}

/** An address at which people, or the server's mails, answer: in development one that does not exist. */
function address(production: boolean, development: string, fits: (text: string) => boolean, wanted: string) {
  return required(production)
    .refine(where(fits), wanted)
    .refine(
      where((text) => !(production && isReservedAddress(text))),
      realDomain,
    )
    .transform((text) => text ?? development)
}

/** A list of addresses, separated by commas; empty if there are none. */
function iceUrls(form: RegExp, wanted: string) {
  return z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((url) => url.trim() || []))
    .refine((urls) => urls.every((url) => form.test(url)), wanted)
}

const isAddress = (text: string): boolean => z.email().safeParse(text).success
const realDomain = 'must not be in a domain for examples and tests (.example, .test, .invalid, .localhost)'

/** Checks a text where there is one, so that a missing one is reported as missing only. */
const where = (fits: (text: string) => boolean) => (text: string | undefined) => text === undefined || fits(text)

/** Every setting, with the words that follow its name when its value is wrong. docs/operations.md lists both. */
const schemaFor = (production: boolean) =>
  z
    .object({
      APP_ENV: z.enum(['development', 'production'], 'must be development or production').default('development'),
      /** What `npm run dev` sets: Vite then serves every file of the program's folder, and pages show stack traces. */
      NODE_ENV: z
        .string()
        .optional()
        .refine(
          where((mode) => !(production && mode === 'development')),
          'must not be development in production',
        ),
      PORT: wholeNumber(0, 65_535).default(3000),
      HOST: z
        .string()
        .refine((host) => production || isLoopback(host), 'must be a loopback address unless APP_ENV is production')
        .default(production ? '0.0.0.0' : '127.0.0.1'),
      /** How many processes render pages: 1 is one process for everything, more are that many beside the one that writes. */
      WEB_PROCESSES: wholeNumber(1, 32).default(1),
      DATA_DIR: z.string().default('./data'),
      /** Several servers may use the data folder. Each of them must say so. */
      SHARED_DATA_DIR: boolean.default(false),
      PUBLIC_URL: required(production)
        .refine(
          where(production ? isHttpsUrl : isLoopbackUrl),
          production
            ? 'must be an address that begins with https://'
            : 'must be a loopback address such as http://localhost:3000 unless APP_ENV is production',
        )
        .refine(
          where((url) => !(production && isReservedUrl(url))),
          realDomain,
        )
        .refine(
          where((url) => !(production && isPrivateUrl(url))),
          'must not be a loopback or private address, which people elsewhere do not reach',
        )
        .refine(where(isOrigin), 'must end after the host or port, without a name, a path or a query'),
      SESSION_SECRET: required(production)
        .refine(
          where((secret) => secret.length >= 32),
          'must have at least 32 characters; make one with: openssl rand -hex 32',
        )
        .refine(
          where((secret) => !(production && isPlaceholder(secret))),
          'must be random and not from an example; make one with: openssl rand -hex 32',
        )
        .refine(
          where((secret) => !(production && repeatsItself(secret))),
          'must not repeat itself; make one with: openssl rand -hex 32',
        ),
      SMTP_URL: required(production).refine(
        where(isSmtpUrl),
        'must be like smtps://user:password@mail.example:465, with special characters of the password as %40',
      ),
      MAIL_FROM: address(
        production,
        'Groundwork <no-reply@groundwork.example>',
        isSender,
        'must be an email address, or a name with one: Groundwork <no-reply@groundwork.example>',
      ),
      /** Addresses for help and for sales, shown on the pages. */
      SUPPORT_EMAIL: address(production, 'support@groundwork.example', isAddress, 'must be an email address'),
      SALES_EMAIL: address(production, 'sales@groundwork.example', isAddress, 'must be an email address'),
      PASSWORD_MIN_LENGTH: wholeNumber(6, 64).optional(),
      REQUIRE_VERIFIED_EMAIL: boolean.optional(),
      /** More proxies than anybody has would let clients make their addresses up. */
      TRUST_PROXY: wholeNumber(0, 5).default(0),
      LOG_LEVEL: z
        .enum(logLevels, `must be one of ${logLevels.join(', ')}`)
        .refine(
          (level) => !production || ['warn', 'info', 'debug', 'trace'].includes(level),
          'must be at least warn in production, because what is dangerous is only said in the log',
        )
        .default('info'),
      /** The platform's share of each release, in basis points. */
      PLATFORM_FEE_BP: wholeNumber(0, 5000).default(0),
      /** The id of the platform's own company, which invoices the fee. */
      PLATFORM_COMPANY_ID: z.string().trim().min(1).max(50).optional(),
      /** The rate of VAT of the price guide of estimates, in basis points. */
      ESTIMATE_VAT_BP: wholeNumber(0, 5000).default(2400),
      /** A release of at least this many cents asks for the password again. */
      RELEASE_PASSWORD_FROM_CENTS: wholeNumber(0).default(1_000_000),
      /** How many hours a new bank account of a company waits until it is in force. */
      BANK_ACCOUNT_DELAY_HOURS: wholeNumber(1, 720).default(72),
      /** The account that receives escrow deposits. Development uses an example account that belongs to nobody. */
      ESCROW_IBAN: required(production)
        .refine(where(isIban), 'must be an IBAN of the SEPA area')
        .refine(
          where((iban) => !(production && isExampleIban(iban))),
          'must be your account, not the example',
        ),
      ESCROW_BIC: required(production).refine(where(isBic), 'must be a BIC of 8 or 11 characters'),
      /** Megabytes of uploads of one person that no message carries yet. */
      FILES_UNSENT_MB: megabytes.default(300),
      /** Megabytes of all stored files of one person, and of one company. */
      FILES_PER_PERSON_MB: megabytes.default(500),
      FILES_PER_COMPANY_MB: megabytes.default(1_000),
      /** Megabytes of files of a person whose address is not verified. */
      FILES_UNVERIFIED_MB: megabytes.default(20),
      /** Megabytes of files of a person, and of a company, that is not older than 30 days, and of all such people. */
      FILES_NEW_MB: megabytes.default(200),
      FILES_ALL_NEW_MB: megabytes.default(1_000),
      /** Megabytes that each verified one of them has even when the share of all is used up. */
      FILES_NEW_OWN_MB: megabytesOrNone.default(5),
      /** Megabytes of the disk that files leave to the database and its backups. */
      FILES_KEEP_FREE_MB: megabytesOrNone.default(500),
      /** A PKCS#12 file with the key that seals documents. Without it the installation makes one for itself. */
      SEAL_KEY_FILE: z.string().optional(),
      SEAL_KEY_PASSWORD: z.string().optional(),
      /** A time-stamping service (RFC 3161), which the seals of documents get their time stamps from. Without it they have none. */
      TIMESTAMP_URL: z
        .string()
        .optional()
        .refine(
          where((url) => URL.canParse(url) && /^https?:\/\//.test(url) && !new URL(url).username),
          'must be an address that begins with http:// or https://, without a user name',
        ),
      /** The keys of web push (RFC 8292) and whom push services write to. Without them there are no push messages. */
      VAPID_PUBLIC_KEY: z.string().optional(),
      VAPID_PRIVATE_KEY: z.string().optional(),
      VAPID_SUBJECT: z
        .string()
        .optional()
        .refine(
          where((subject) => /^mailto:[^@\s]+@[^@\s]+$|^https:\/\/\S+$/.test(subject)),
          'must be an address like mailto:operator@example.com, or one that begins with https://',
        ),
      RATE_LIMITS: boolean.refine((on) => on || !production, 'must not be off in production').default(true),
      /** The bearer token that `/metrics` asks for. Without it there is no such page. */
      METRICS_TOKEN: z
        .string()
        .optional()
        .refine(
          where((token) => token.length >= 32 && !repeatsItself(token)),
          'must be 32 random characters or more; make one with: openssl rand -hex 32',
        ),
      /** Whether the server fetches linked pages to show a preview of them in messages. */
      LINK_PREVIEWS: boolean.default(true),
      /** The language model that translates messages where people ask for it. Without it nothing is translated. */
      AI_BASE_URL: z
        .string()
        .optional()
        .refine(
          where((url) => (isHttpsUrl(url) || isLoopbackUrl(url)) && !new URL(url).username && !new URL(url).search),
          'must be an address that begins with https://, or of this machine, without a user name',
        ),
      AI_API_KEY: z.string().optional(),
      AI_MODEL: z.string().optional(),
      /** The servers by which calls find their way: `stun:…`, and `turn:…` or `turns:…` with TURN_SECRET; docs/calls.md. */
      STUN_URLS: iceUrls(/^stuns?:[^\s?]+$/, 'must be addresses like stun:stun.example.com:3478, separated by commas'),
      TURN_URLS: iceUrls(
        /^turns?:[^\s?]+(\?transport=(udp|tcp))?$/,
        'must be addresses like turn:turn.example.com:3478?transport=udp, separated by commas',
      ),
      TURN_SECRET: z.string().min(16, 'must be 16 random characters or more').optional(),
    })
    .refine(({ TURN_URLS, TURN_SECRET }) => TURN_URLS.length > 0 === (TURN_SECRET !== undefined), {
      path: ['TURN_SECRET'],
      error: 'must be the static-auth-secret of the servers in TURN_URLS; neither is set without the other',
      when: () => true,
    })
    .refine(({ AI_BASE_URL, AI_MODEL }) => (AI_BASE_URL === undefined) === (AI_MODEL === undefined), {
      path: ['AI_MODEL'],
      error: 'must be the name of a model at AI_BASE_URL; neither is set without the other',
      when: () => true,
    })
    .refine(isVapidPair, {
      path: ['VAPID_PRIVATE_KEY'],
      error:
        'must be the key of VAPID_PUBLIC_KEY, with VAPID_SUBJECT beside them; make both with: npx web-push generate-vapid-keys',
      when: () => true,
    })
    .refine(({ METRICS_TOKEN, SESSION_SECRET }) => !METRICS_TOKEN || METRICS_TOKEN !== SESSION_SECRET, {
      path: ['METRICS_TOKEN'],
      error: 'must not be SESSION_SECRET, because other programs know it',
      when: () => true,
    })
    .refine((env) => !(env.PLATFORM_FEE_BP > 0) || platformCompanyOf(env) !== undefined, {
      path: ['PLATFORM_COMPANY_ID'],
      error: 'is required with PLATFORM_FEE_BP, because it invoices the fee',
      when: () => true,
    })

/**
 * The names of all settings; a test compares them with docs/operations.md.
 * @internal
 */
export const settingNames = Object.keys(schemaFor(true).shape)

export type Env = ReturnType<typeof parseEnv>

/** Settings or data with which a program must not start. The message has one line for each problem: `NAME: what`. */
export class StartRefusal extends Error {
  constructor(problems: string[]) {
    const lines = problems.map((problem) => `  ${problem}`)
    super(['Groundwork does not start:', ...lines, 'docs/operations.md explains the settings.'].join('\n'))
  }
}

/**
 * Parses and validates environment variables; called once at start.
 * @throws StartRefusal that names every variable that is missing or invalid
 */
export function parseEnv(source: NodeJS.ProcessEnv) {
  // Deployment files write an unset variable as an empty one, and JavaScript reads blanks as the number 0.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim() !== ''))
  // A misspelt APP_ENV gets production's rules.
  const result = schemaFor((given.APP_ENV ?? 'development') !== 'development').safeParse(given)
  if (!result.success) {
    const problems = new Map<string, string>()
    for (const { path, message } of result.error.issues) {
      const name = path.join('.')
      if (!problems.has(name)) problems.set(name, `${name}: ${message}`)
    }
    throw new StartRefusal([...problems.values()])
  }
  const env = result.data
  const dataDir = resolve(env.DATA_DIR)
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`)
  return {
    ...env,
    dataDir,
    databasePath: join(dataDir, 'groundwork.db'),
    filesDir: join(dataDir, 'files'),
    ownSealKeyPath: join(dataDir, 'seal-key.pem'),
    origin: publicUrl.origin,
    https: publicUrl.protocol === 'https:',
    development: env.APP_ENV === 'development',
    ESCROW_IBAN: env.ESCROW_IBAN ?? exampleIban,
    PLATFORM_COMPANY_ID: platformCompanyOf(env),
    ESCROW_BIC: env.ESCROW_BIC ?? 'HELSFIHH',
    requireVerifiedEmail: env.REQUIRE_VERIFIED_EMAIL ?? env.APP_ENV === 'production',
    sessionSecret: env.SESSION_SECRET ?? developmentSecret(dataDir),
  }
}

/** The platform's own company: in development that of the demo world, whose id nobody in another database has. */
function platformCompanyOf(env: { APP_ENV: string; PLATFORM_COMPANY_ID?: string | undefined }): string | undefined {
  return env.PLATFORM_COMPANY_ID ?? (env.APP_ENV === 'development' ? demoPlatformCompanyId : undefined)
}

/** Development generates a secret once and stores it in the data directory, so that sessions survive a restart. */
function developmentSecret(dataDir: string): string {
  const path = join(dataDir, 'session-secret')
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(path, 'utf8').trim()
}

/** What is said loudly at every start: settings that are allowed and dangerous. A line each: `NAME: what`. */
export function startWarnings({
  SHARED_DATA_DIR,
  dataDir,
  development,
  requireVerifiedEmail,
}: Pick<Env, 'SHARED_DATA_DIR' | 'dataDir' | 'development' | 'requireVerifiedEmail'>): string[] {
  const shared = `SHARED_DATA_DIR: is on, so nothing keeps a second server out of ${dataDir}; only tests need that`
  const unverified = 'REQUIRE_VERIFIED_EMAIL: is off, so people act, and have us send mails, under addresses of others'
  return [...(SHARED_DATA_DIR ? [shared] : []), ...(development || requireVerifiedEmail ? [] : [unverified])]
}

/** Returns what `prepare` makes. If it refuses, prints the reasons without a stack and ends the process with code 1. */
export function orExit<T>(prepare: () => T): T {
  try {
    return prepare()
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** The same for what takes time to prepare. */
export async function orExitLater<T>(prepare: () => Promise<T>): Promise<T> {
  return prepare().catch((error: unknown) =>
    orExit(() => {
      throw error
    }),
  )
}

export const env = orExit(() => parseEnv(process.env))
