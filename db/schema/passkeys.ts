import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { passkeyPurposes } from '#db/vocabulary/accounts.ts'
import { users } from './accounts.ts'
import { id, time } from './columns.ts'

/**
 * Passkeys (WebAuthn credentials) of an account, each a login with both factors (ACC-15). Only the public key is stored, which opens
 * nothing.
 */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** As the browser names it, in base64url. */
    credentialId: text('credential').notNull(),
    /** A COSE key (RFC 9052), in base64url. */
    publicKey: text('public_key').notNull(),
    /** How often it has signed; 0 for ever with those that do not count. */
    counter: integer('counter').notNull(),
    /** How the browser reaches it (`internal`, `usb` …), a JSON list. */
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credentialId), index('passkeys_user').on(t.userId)],
)

/** What a passkey has to sign next: one challenge of each purpose for a browser, for once and for five minutes. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    /** The session's hash, or that of a guest's cookie. */
    holder: text('holder').notNull(),
    purpose: text('purpose', { enum: passkeyPurposes }).notNull(),
    challenge: text('challenge').notNull(),
    /** Whose passkey it has to be; null where the passkey says who logs in. */
    userId: text('user_id').references(() => users.id),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.holder, t.purpose] }), index('passkey_challenges_expiry').on(t.expiresAt)],
)
