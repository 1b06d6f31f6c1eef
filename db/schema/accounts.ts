import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, sqliteView, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  type ApiScope,
  accountTypes,
  companyKinds,
  companyLimitNames,
  companyRoles,
  moduleAccesses,
  modules,
  powers,
  roles,
  tokenPurposes,
  userStatuses,
} from '#db/vocabulary/accounts.ts'
import { cents, flag, id, time } from './columns.ts'

export const companies = sqliteTable(
  'companies',
  {
    id: id(),
    kind: text('kind', { enum: companyKinds }).notNull(),
    name: text('name').notNull(),
    businessId: text('business_id'),
    /** Another company had the id before ids were unique: this one must correct it, and new documents leave it out. */
    businessIdDisputed: flag('business_id_disputed').notNull().default(false),
    vatNumber: text('vat_number'),
    street: text('street'),
    postalCode: text('postal_code'),
    city: text('city'),
    country: text('country').notNull().default('FI'),
    iban: text('iban'),
    bic: text('bic'),
    email: text('email'),
    phone: text('phone'),
    /** Whether other companies find its name, business id and city (PROJ-14). Its own choice. */
    inDirectory: flag('in_directory').notNull().default(false),
    /** Whether its people need a second factor to use it (ACC-12). */
    twoFactorRequired: flag('two_factor_required').notNull().default(false),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    // A business id belongs to one company of its register, however it is written; Åland's are in the Finnish one (TEAM-3).
    uniqueIndex('companies_business_id')
      .on(
        sql`(case when ${t.country} = 'AX' then 'FI' else ${t.country} end)`,
        sql`upper(replace(replace(replace(replace(${t.businessId}, ' ', ''), '-', ''), '.', ''), '/', ''))`,
      )
      .where(sql`${t.businessId} is not null and ${t.businessIdDisputed} = 0`),
  ],
)

/**
 * Changes of a company's bank account, which take effect after a delay (TEAM-6). The table is evidence: rows only get how they
 * ended. The first account is in force at once, but payouts wait all the same.
 */
export const bankAccountChanges = sqliteTable(
  'bank_account_changes',
  {
    id: id(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    iban: text('iban').notNull(),
    bic: text('bic'),
    requestedBy: text('requested_by')
      .notNull()
      .references(() => users.id),
    requestedAt: time('requested_at').notNull(),
    /** From when invoices carry the account. */
    effectiveAt: time('effective_at').notNull(),
    /** Until when nothing is paid out to the company. */
    payoutsFrom: time('payouts_from').notNull(),
    /** When it became the company's account. */
    appliedAt: time('applied_at'),
    cancelledBy: text('cancelled_by').references(() => users.id),
    cancelledAt: time('cancelled_at'),
  },
  (t) => [
    uniqueIndex('bank_account_changes_pending')
      .on(t.companyId)
      .where(sql`${t.appliedAt} is null and ${t.cancelledAt} is null`),
    index('bank_account_changes_due').on(t.effectiveAt).where(sql`${t.appliedAt} is null and ${t.cancelledAt} is null`),
    index('bank_account_changes_held').on(t.companyId, t.payoutsFrom).where(sql`${t.cancelledAt} is null`),
  ],
)

export const users = sqliteTable(
  'users',
  {
    id: id(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash'),
    role: text('role', { enum: roles }).notNull(),
    accountType: text('account_type', { enum: accountTypes }).notNull(),
    status: text('status', { enum: userStatuses }).notNull(),
    emailVerifiedAt: time('email_verified_at'),
    mustChangePassword: flag('must_change_password').notNull().default(false),
    passwordChangedAt: time('password_changed_at'),
    jobTitle: text('job_title'),
    phone: text('phone'),
    location: text('location'),
    locale: text('locale'),
    timeZone: text('time_zone'),
    theme: text('theme'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('users_email').on(sql`lower(${t.email})`),
    // Who is new, whose files have a quota of their own.
    index('users_created').on(t.createdAt),
  ],
)

/** Names that accounts had before they were changed, until when. Signatures show the recent ones. */
export const formerNames = sqliteTable(
  'former_names',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    changedAt: time('changed_at').notNull(),
  },
  (t) => [index('former_names_user').on(t.userId, t.changedAt)],
)

export const companyMembers = sqliteTable(
  'company_members',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role', { enum: companyRoles }).notNull(),
    joinedAt: time('joined_at').notNull(),
    /** Since when the member has put away the first steps on their dashboard. */
    guideAwayAt: time('guide_away_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId] }), uniqueIndex('company_members_user').on(t.userId)],
)

/**
 * Invitations to a company that nobody has accepted yet. They reserve nothing: the address can sign up, and other companies can
 * invite it. Accepting or revoking one deletes its row.
 */
export const companyInvitations = sqliteTable(
  'company_invitations',
  {
    id: id(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    email: text('email').notNull(),
    name: text('name').notNull(),
    jobTitle: text('job_title'),
    role: text('role', { enum: companyRoles }).notNull(),
    locale: text('locale'),
    /** SHA-256 of the mailed token. */
    tokenHash: text('token_hash').notNull(),
    invitedBy: text('invited_by').references(() => users.id),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('company_invitations_email').on(t.companyId, sql`lower(${t.email})`),
    uniqueIndex('company_invitations_token').on(t.tokenHash),
    index('company_invitations_expiry').on(t.expiresAt),
  ],
)

/** What a member may do in one part of the company's workspace; without a row, whatever every member may. */
export const userModulePermissions = sqliteTable(
  'user_module_permissions',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    module: text('module', { enum: modules }).notNull(),
    access: text('access', { enum: moduleAccesses }).notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.companyId, t.module] }),
    index('user_module_permissions_company').on(t.companyId),
  ],
)

/**
 * How far somebody may bind their company, per power (TEAM-7). Without a row: an owner without a limit, anybody else not at all.
 * Triggers delete the rows of whoever leaves or gets another role.
 */
export const companyMandates = sqliteTable(
  'company_mandates',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    power: text('power', { enum: powers }).notNull(),
    /** In cents of a euro; null is without a limit, 0 not at all. */
    limitCents: cents('limit_cents'),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.power] }),
    check('company_mandates_limit', sql`${t.limitCents} >= 0`),
  ],
)

/**
 * Whom which module is closed to (ACC-8): `canUseModule` as rows, for queries about other people than the one who asks. Owners and
 * managers use every module, whatever was set for them.
 */
export const closedModules = sqliteView('closed_modules', {
  userId: text('user_id').notNull(),
  module: text('module', { enum: modules }).notNull(),
}).as(sql`SELECT p.user_id, p.module FROM user_module_permissions p
  JOIN company_members m ON m.user_id = p.user_id AND m.company_id = p.company_id AND m.role = 'member'
  WHERE p.access = 'none'`)

/** How much of something a company may have by its plan; without a row there is no limit. */
export const companyLimits = sqliteTable(
  'company_limits',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    name: text('name', { enum: companyLimitNames }).notNull(),
    value: integer('value').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.name] })],
)

/**
 * Sessions of browsers, signed in or not, whose cookie holds the id, and of programs that log in by the API, which hold a refresh
 * token. The table stores only hashes (ACC-5, ACC-13).
 */
export const sessions = sqliteTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    userId: text('user_id').references(() => users.id),
    data: text('data').notNull(),
    /** Of a program: the SHA-256 of the secret in its newest refresh token. */
    refreshHash: text('refresh_hash'),
    remember: flag('remember').notNull().default(false),
    ip: text('ip'),
    userAgent: text('user_agent'),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)

/**
 * Personal tokens for the API (ACC-14). A token is shown once and stored as its SHA-256. It acts for its owner in the company
 * that they belonged to when they made it.
 */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: id(),
    tokenHash: text('token_hash').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    companyId: text('company_id').references(() => companies.id),
    name: text('name').notNull(),
    /** A JSON list of `module:read` and `module:write`. */
    scopes: text('scopes', { mode: 'json' }).$type<ApiScope[]>().notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    lastUsedAt: time('last_used_at'),
    revokedAt: time('revoked_at'),
  },
  (t) => [uniqueIndex('api_tokens_hash').on(t.tokenHash), index('api_tokens_user').on(t.userId)],
)

/** Forms posted after their session had ended, encrypted and stored briefly: the newest of each path. */
export const unsentForms = sqliteTable(
  'unsent_forms',
  {
    sessionHash: text('session_hash').notNull(),
    path: text('path').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    tokenHash: text('token_hash').notNull(),
    content: text('content').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionHash, t.path] }),
    index('unsent_forms_token').on(t.tokenHash),
    index('unsent_forms_user').on(t.userId),
    index('unsent_forms_expiry').on(t.expiresAt),
  ],
)

/** Emailed tokens: hashed, single-use, expiring, each for one purpose. */
export const accountTokens = sqliteTable(
  'account_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', { enum: tokenPurposes }).notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    email: text('email').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (t) => [index('account_tokens_user').on(t.userId, t.purpose)],
)

/**
 * The authenticator app of an account (ACC-12). A secret is pending until the first code from it is typed, and replaces the one in
 * force only then. Encrypted, because whoever reads it can make codes.
 */
export const authenticatorApps = sqliteTable('authenticator_apps', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  secret: text('secret'),
  confirmedAt: time('confirmed_at'),
  /** The time step of the newest code that was accepted: no code is accepted twice (RFC 6238, section 5.2). */
  lastStep: integer('last_step'),
  pendingSecret: text('pending_secret'),
  pendingAt: time('pending_at'),
})

/** Codes for when the app is out of reach, each for once; stored as their SHA-256, because each has 80 random bits. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at'),
  },
  (t) => [index('recovery_codes_user').on(t.userId)],
)

/** Counters of the rate limiter, with the columns that rate-limiter-flexible expects. */
export const rateLimits = sqliteTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: integer('expire'),
})
