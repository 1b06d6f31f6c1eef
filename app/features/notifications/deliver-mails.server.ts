// data-version: no versioned page shows which mails were sent
import { and, asc, eq, inArray, isNull, lte, notInArray, type SQL } from 'drizzle-orm'
import { createTransport, type Transporter } from 'nodemailer'
import { env } from '#app/platform/env.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { countMailFailure } from '#app/platform/metrics.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { Database } from '#db/client.server.ts'
import { database } from '#db/handle.server.ts'
import { mails } from '#db/schema/notifications.ts'
import { renderMail } from './render-mail.server.ts'

const minute = 60_000

/** Delays before the retries after failed attempts (ms); after the last one the mail is given up. */
const retryDelays = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minute)
/** How long a process holds a mail (ms), longer than any attempt to send takes. */
const lease = 5 * minute
const never = Number.MAX_SAFE_INTEGER

/** A file that goes with a mail. */
type MailAttachment = { filename: string; contentType: string; content: Buffer }
export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  attachments?: MailAttachment[]
  /** The address that stops mails of this kind (NOT-8). */
  unsubscribe?: string
}
/** The files that go with a mail, made when it is sent; most have none. */
export type Attach = (
  db: Database,
  mail: { recipient: string; template: string; locale: string; params: Record<string, string | number> },
  now: number,
) => Promise<MailAttachment[]>
type Send = (mail: OutgoingMail) => Promise<void>

const state = singleton('mail-delivery', () => ({ running: false }))

/** Sends the due mails of the outbox; a job calls it every few seconds. Does nothing while an earlier run is still going. */
export async function deliverMails(now: number, attach: Attach): Promise<void> {
  if (state.running) return
  state.running = true
  try {
    await deliverDue(database(), now, env.SMTP_URL ? sendBySmtp(env.SMTP_URL) : discardMail, attach)
  } finally {
    state.running = false
  }
}

/** Mails that somebody waits for at a page, and of which an address gets few: they overtake all others. */
const awaited = ['verifyEmail', 'resetPassword']
/** Mails that one run sends. */
const perRun = 50

/** The mails to send now, those that are awaited first. */
function dueMails(db: Database, now: number) {
  const find = (which: SQL, limit: number) =>
    db
      .select()
      .from(mails)
      .where(and(isNull(mails.sentAt), lte(mails.nextAttemptAt, now), which))
      .orderBy(asc(mails.nextAttemptAt))
      .limit(limit)
      .all()
  const first = find(inArray(mails.template, awaited), perRun)
  return [...first, ...find(notInArray(mails.template, awaited), perRun - first.length)]
}

/** Sends at most 50 due mails. Returns the number sent. */
export async function deliverDue(
  db: Database,
  now: number,
  send: Send,
  attach: Attach = async () => [],
): Promise<number> {
  let sent = 0
  for (const mail of dueMails(db, now)) {
    // Claimed before sending, so that another process, or a restart, does not send it again.
    const { changes } = db
      .update(mails)
      .set({ attempts: mail.attempts + 1, nextAttemptAt: now + lease })
      .where(and(eq(mails.id, mail.id), eq(mails.attempts, mail.attempts), isNull(mails.sentAt)))
      .run()
    if (changes !== 1) continue
    try {
      const { subject, text, html, choice } = renderMail(mail)
      const attachments = await attach(db, mail, now)
      await send({
        ...{ to: mail.recipient, subject, text, html },
        ...(attachments.length > 0 ? { attachments } : {}),
        ...(choice ? { unsubscribe: choice.stopUrl } : {}),
      })
      // The parameters of a sent mail contain tokens, and in production nobody needs to read them again.
      db.update(mails)
        .set({ sentAt: now, lastError: null, ...(env.development ? {} : { params: {} }) })
        .where(eq(mails.id, mail.id))
        .run()
      sent += 1
    } catch (error) {
      recordFailure(db, now, mail, error)
    }
  }
  return sent
}

function recordFailure(db: Database, now: number, mail: typeof mails.$inferSelect, error: unknown): void {
  const refused = Number((error as { responseCode?: unknown }).responseCode) >= 500
  const retryDelay = refused ? undefined : retryDelays[mail.attempts]
  const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const given = retryDelay === undefined
  db.update(mails)
    .set({
      lastError,
      nextAttemptAt: given ? never : now + retryDelay,
      ...(given && !env.development ? { params: {} } : {}),
    })
    .where(eq(mails.id, mail.id))
    .run()
  countMailFailure(given)
  logger.warn({ err: error, mail: mail.id, attempt: mail.attempts + 1, given }, 'a mail could not be sent')
}

let transport: Transporter | null = null

function sendBySmtp(url: string): Send {
  transport ??= createTransport({
    url,
    pool: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
  })
  const through = transport
  return async ({ to, unsubscribe, ...letter }) => {
    await through.sendMail({
      from: env.MAIL_FROM,
      to: { name: '', address: to },
      ...letter,
      ...(unsubscribe ? { headers: unsubscribeHeaders(unsubscribe) } : {}),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
}

/** By these a mail program offers to unsubscribe by one click, without opening the page (RFC 8058). */
export const unsubscribeHeaders = (address: string): Record<string, string> => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Without a mail server in development a mail counts as sent and can be read at /dev/mail. */
const discardMail: Send = async () => {}
