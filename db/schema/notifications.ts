import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { mailTimes, notificationCategories } from '#db/vocabulary/notifications.ts'
import { companies, sessions, users } from './accounts.ts'
import { flag, id, time } from './columns.ts'

/** A notification stores a translation key with its parameters, so that each user reads it in their own language. */
export const notifications = sqliteTable(
  'notifications',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    category: text('category', { enum: notificationCategories }).notNull(),
    textKey: text('text_key').notNull(),
    params: text('params', { mode: 'json' }).$type<Record<string, string | number>>().notNull(),
    actionUrl: text('action_url'),
    createdAt: time('created_at').notNull(),
    readAt: time('read_at'),
  },
  (t) => [
    index('notifications_user').on(t.userId, t.id),
    index('notifications_category').on(t.userId, t.category, t.id),
    index('notifications_unread').on(t.userId, t.id).where(sql`${t.readAt} is null`),
  ],
)

/**
 * Queued mails: a template with its parameters, rendered on delivery (in development, when opened at /dev/mail). In
 * production the parameters are cleared once a mail is sent, because they contain its tokens.
 */
export const mails = sqliteTable(
  'mails',
  {
    id: id(),
    recipient: text('recipient').notNull(),
    locale: text('locale').notNull(),
    template: text('template').notNull(),
    params: text('params', { mode: 'json' }).$type<Record<string, string | number>>().notNull(),
    createdAt: time('created_at').notNull(),
    nextAttemptAt: time('next_attempt_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    sentAt: time('sent_at'),
    lastError: text('last_error'),
    /** Of a mail that its reader can stop, the reader and the category; without a category it is the mail of the day. */
    userId: text('user_id').references(() => users.id),
    category: text('category', { enum: notificationCategories }),
    /** The company that had it sent to an address outside; null for what the product itself writes. */
    companyId: text('company_id').references(() => companies.id),
    /** Of such a mail, the mailbox that it reaches, by which its mails are counted: the recipient without a `+tag`, and without Gmail's dots. */
    mailbox: text('mailbox'),
  },
  (t) => [
    index('mails_due').on(t.nextAttemptAt).where(sql`${t.sentAt} is null`),
    index('mails_company').on(t.companyId, t.createdAt).where(sql`${t.companyId} is not null`),
    index('mails_mailbox').on(t.mailbox, t.createdAt).where(sql`${t.mailbox} is not null`),
  ],
)

/** What people have chosen for a category; without a row the default holds. */
export const notificationPreferences = sqliteTable(
  'notification_preferences',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    category: text('category', { enum: notificationCategories }).notNull(),
    bell: integer('bell', { mode: 'boolean' }).notNull(),
    mail: text('mail', { enum: mailTimes }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.category] })],
)

/**
 * What people have chosen for a category on one device (P4); without a row the default holds. A browser is known by the id in its
 * device cookie, and all programs of a person are one device.
 */
export const devicePreferences = sqliteTable(
  'device_preferences',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    device: text('device').notNull(),
    category: text('category', { enum: notificationCategories }).notNull(),
    desktop: flag('desktop').notNull(),
    sound: flag('sound').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.device, t.category] })],
)

/** Whose mail of the day is due when. Who wants none has no row. */
export const digests = sqliteTable(
  'digests',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id),
    /** It also says what waits for the reader. */
    waiting: integer('waiting', { mode: 'boolean' }).notNull(),
    nextAt: time('next_at').notNull(),
  },
  (t) => [index('digests_due').on(t.nextAt)],
)

/** Mails that wait for the mail of the day, as they were queued; it takes them along and deletes them. */
export const digestItems = sqliteTable(
  'digest_items',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    category: text('category', { enum: notificationCategories }).notNull(),
    template: text('template').notNull(),
    params: text('params', { mode: 'json' }).$type<Record<string, string | number>>().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [index('digest_items_user').on(t.userId, t.id)],
)

/**
 * Browsers that get push messages (RFC 8030). Each belongs to the session in which somebody turned them on, and ends with it. A browser has
 * one subscription, whose endpoint is therefore one person's at a time.
 */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    sessionHash: text('session_hash')
      .notNull()
      .references(() => sessions.idHash, { onDelete: 'cascade' }),
    /** The id in the browser's device cookie, by which its preferences are found. */
    device: text('device').notNull(),
    endpoint: text('endpoint').notNull(),
    /** The browser's keys, by which messages are encrypted for it alone (RFC 8291). */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('push_subscriptions_endpoint').on(t.endpoint),
    index('push_subscriptions_user').on(t.userId, t.createdAt),
    index('push_subscriptions_session').on(t.sessionHash),
  ],
)

/** Push messages that wait to be sent, one for each notification and subscription; deleted once sent or not wanted any more. */
export const pushMessages = sqliteTable(
  'push_messages',
  {
    notificationId: text('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    nextAttemptAt: time('next_attempt_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.notificationId, t.subscriptionId] }),
    index('push_messages_due').on(t.nextAttemptAt),
    index('push_messages_subscription').on(t.subscriptionId),
  ],
)
