import { truncate } from '#app/platform/text/truncate.ts'
import { withoutLinks } from '#app/platform/text/without-links.ts'
import type { Transaction } from './client.server.ts'
import { integer, nullable } from './fields.server.ts'
import { newId } from './ids.ts'
import { users } from './schema/accounts.ts'
import { digestItems, mails, notificationPreferences } from './schema/notifications.ts'
import { sql } from './sql.server.ts'
import { defaultPreferences, type NotificationCategory, optionalMails } from './vocabulary/notifications.ts'

export type MailOrder = {
  to: string
  /** The recipient's language; the mail is rendered in it on delivery. */
  locale: string
  /** Key of the template in the `mail` namespace. */
  template: string
  /** What we know ourselves: links, numbers and amounts, nothing that somebody typed. */
  params: Record<string, string | number>
  /** What people have typed: names and titles. They carry no links, and a stranger's mail none of them. */
  names?: Record<string, string>
  /**
   * The mail to a stranger, which has no names: the template's own `stranger` variant, or none at all. By default the same
   * template, which then names nobody but in its greeting.
   */
  toStranger?: 'variant' | 'never'
  /** The category by which its reader can choose it, if the template does not say that (`optionalMails`). */
  category?: NotificationCategory
  /** When it goes to a reader who has chosen nothing, if not as the category says. */
  byDefault?: 'now'
}

const verified = sql(
  { params: { address: users.email }, row: { found: integer } },
  `SELECT EXISTS (SELECT 1 FROM users
     WHERE lower(email) = lower(:address) AND status = 'active' AND email_verified_at IS NOT NULL) AS found`,
)

/** Whether nobody has verified an address as the one of their account. */
export const isStranger = (tx: Transaction, address: string): boolean => verified.one(tx, { address }).found === 0

const ownerOf = sql(
  {
    params: { address: users.email, category: nullable(notificationPreferences.category) },
    row: { id: users.id, chosen: nullable(notificationPreferences.mail) },
  },
  `SELECT u.id, p.mail AS chosen
   FROM users u LEFT JOIN notification_preferences p ON p.user_id = u.id AND p.category = :category
   WHERE lower(u.email) = lower(:address) AND u.status = 'active' AND u.email_verified_at IS NOT NULL`,
)

/**
 * Queues a mail in the transaction that causes it: it is sent if and only if that commits, and if its reader has chosen nothing else (NOT-6). An address is a stranger's unless it
 * is the verified one of an account: anybody can type any address, and with its mail anything that they have called themselves.
 * @param sentBy the company that has it sent to an address outside, and the mailbox that its mails are counted by
 */
export function enqueueMail(
  tx: Transaction,
  now: number,
  mail: MailOrder,
  sentBy: { companyId: string; mailbox: string } | null = null,
): void {
  const category = mail.category ?? optionalMails[mail.template] ?? null
  const owner = ownerOf.first(tx, { address: mail.to, category })
  const toStranger = owner === null
  if (toStranger && mail.toStranger === 'never') return
  const params = toStranger ? mail.params : { ...mail.params, ...plainNames(mail.names) }
  const isChosen = owner !== null && category !== null
  const when = isChosen ? (owner.chosen ?? mail.byDefault ?? defaultPreferences[category].mail) : 'now'
  if (when === 'none') return
  const template = toStranger && mail.toStranger === 'variant' ? `${mail.template}.stranger` : mail.template
  if (isChosen && when === 'daily') {
    tx.insert(digestItems).values({ id: newId(), userId: owner.id, category, template, params, createdAt: now }).run()
    return
  }
  tx.insert(mails)
    .values({
      id: newId(),
      recipient: mail.to,
      locale: mail.locale,
      template,
      params,
      createdAt: now,
      nextAttemptAt: now,
      ...(isChosen ? { userId: owner.id, category } : {}),
      ...sentBy,
    })
    .run()
}

/** Queues somebody's mail of the day, or another list that they have asked for, if their address is verified. */
export function enqueueDigest(
  tx: Transaction,
  now: number,
  reader: { id: string; email: string; locale: string | null },
  params: Record<string, string | number>,
  mail: { template: 'digest' | 'savedSearch' } = { template: 'digest' },
): void {
  if (isStranger(tx, reader.email)) return
  const queued = { id: newId(), createdAt: now, nextAttemptAt: now, userId: reader.id, category: null }
  tx.insert(mails)
    .values({ ...queued, recipient: reader.email, locale: reader.locale ?? 'en', ...mail, params })
    .run()
}

/** Longer than anybody is called, in characters; a longer name is a message. */
const maxName = 80

function plainNames(names: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([key, name]) => [key, truncate(withoutLinks(name), maxName)]))
}
