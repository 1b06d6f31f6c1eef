import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isIban } from './iban.ts'

const boolean = z
  .enum(['true', 'false', '1', '0', 'on', 'off'])
  .transform((value) => ['true', '1', 'on'].includes(value))

const requiredInProduction = ['PUBLIC_URL', 'SESSION_SECRET', 'SMTP_URL', 'ESCROW_IBAN', 'ESCROW_BIC'] as const

const schema = z
  .object({
    APP_ENV: z.enum(['development', 'production']).default('development'),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    HOST: z.string().default('0.0.0.0'),
    DATA_DIR: z.string().default('./data'),
    PUBLIC_URL: z.url().optional(),
    SESSION_SECRET: z.string().min(32).optional(),
    SMTP_URL: z.string().optional(),
    MAIL_FROM: z.string().default('Groundwork <no-reply@groundwork.example>'),
    /** Addresses for help and for sales, shown on the pages. */
    SUPPORT_EMAIL: z.email().default('support@groundwork.example'),
    SALES_EMAIL: z.email().default('sales@groundwork.example'),
    PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(64).optional(),
    REQUIRE_VERIFIED_EMAIL: boolean.optional(),
    TRUST_PROXY: z.coerce.number().int().min(0).default(0),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    /** The platform's share of each release, in basis points. */
    PLATFORM_FEE_BP: z.coerce.number().int().min(0).max(5000).default(0),
    /** A release of at least this many cents asks for the password again. */
    RELEASE_PASSWORD_FROM_CENTS: z.coerce.number().int().min(0).default(1_000_000),
    /** The account that receives escrow deposits. Development uses an example account that belongs to nobody. */
    ESCROW_IBAN: z.string().refine(isIban, 'is not an IBAN').optional(),
    ESCROW_BIC: z.string().optional(),
    /** Megabytes of uploads of one person that no message carries yet. */
    FILES_UNSENT_MB: z.coerce.number().positive().default(300),
    /** Megabytes of all stored files of one person, and of one company. */
    FILES_PER_PERSON_MB: z.coerce.number().positive().default(500),
    FILES_PER_COMPANY_MB: z.coerce.number().positive().default(1_000),
    /** Megabytes of the disk that files leave to the database and its backups. */
    FILES_KEEP_FREE_MB: z.coerce.number().min(0).default(500),
    RATE_LIMITS: boolean.default(true),
    /** Whether the server fetches linked pages to show a preview of them in messages. */
    LINK_PREVIEWS: boolean.default(true),
  })
  .superRefine((env, issues) => {
    if (env.APP_ENV !== 'production') return
    for (const name of requiredInProduction) {
      if (!env[name])
        issues.addIssue({ code: 'custom', path: [name], message: 'is required when APP_ENV is production' })
    }
  })

export type Env = ReturnType<typeof parseEnv>

/**
 * Parses and validates environment variables; called once at start.
 * @throws Error that names every variable that is missing or invalid
 */
export function parseEnv(source: NodeJS.ProcessEnv) {
  // Deployment files write an unset variable as an empty one.
  const result = schema.safeParse(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== '')))
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment is invalid:\n${lines.join('\n')}`)
  }
  const env = result.data
  const dataDir = resolve(env.DATA_DIR)
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`)
  return {
    ...env,
    dataDir,
    databasePath: join(dataDir, 'groundwork.db'),
    filesDir: join(dataDir, 'files'),
    origin: publicUrl.origin,
    https: publicUrl.protocol === 'https:',
    development: env.APP_ENV === 'development',
    ESCROW_IBAN: env.ESCROW_IBAN ?? 'FI7944052020036082',
    ESCROW_BIC: env.ESCROW_BIC ?? 'HELSFIHH',
    requireVerifiedEmail: env.REQUIRE_VERIFIED_EMAIL ?? env.APP_ENV === 'production',
    sessionSecret: env.SESSION_SECRET ?? developmentSecret(dataDir),
  }
}

/** Development generates a secret once and stores it in the data directory, so that sessions survive a restart. */
function developmentSecret(dataDir: string): string {
  const path = join(dataDir, 'session-secret')
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(path, 'utf8').trim()
}

export const env = parseEnv(process.env)
