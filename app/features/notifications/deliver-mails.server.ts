// data-version: which mails have gone out shows on no versioned page
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { createTransport, type Transporter } from 'nodemailer'
import { env } from '#app/platform/env.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { Database } from '#db/client.server.ts'
import { database } from '#db/handle.server.ts'
import { mails } from '#db/schema/notifications.ts'
import { renderMail } from './render-mail.server.ts'

const minute = 60_000

/** How long after each failed try comes the next one (ms); after the last the mail is given up. */
const retryDelays = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minute)
/** So long a mail is one process's own; longer than any try to send takes (ms). */
const lease = 5 * minute
const never = Number.MAX_SAFE_INTEGER

export type OutgoingMail = { to: string; subject: string; text: string; html: string }
type Send = (letter: OutgoingMail) => Promise<void>

const state = singleton('mail-delivery', () => ({ running: false }))

/** Sends what is due in the outbox; a job calls it every few seconds. A turn that is still at it is left to it. */
export async function deliverMails(now: number): Promise<void> {
  if (state.running) return
  state.running = true
  try {
    await deliverDue(database(), now, env.SMTP_URL ? sendBySmtp(env.SMTP_URL) : discardMail)
  } finally {
    state.running = false
  }
}

/** One round over the mails that are due, at most 50. Gives how many were sent. */
export async function deliverDue(db: Database, now: number, send: Send): Promise<number> {
  const due = db
    .select()
    .from(mails)
    .where(and(isNull(mails.sentAt), lte(mails.nextAttemptAt, now)))
    .orderBy(asc(mails.nextAttemptAt))
    .limit(50)
    .all()
  let sent = 0
  for (const mail of due) {
    // Taken before it is sent: another process, or a restart in between, does not send it again at once.
    const { changes } = db
      .update(mails)
      .set({ attempts: mail.attempts + 1, nextAttemptAt: now + lease })
      .where(and(eq(mails.id, mail.id), eq(mails.attempts, mail.attempts), isNull(mails.sentAt)))
      .run()
    if (changes !== 1) continue
    try {
      const { subject, text, html } = renderMail(mail)
      await send({ to: mail.recipient, subject, text, html })
      // What was sent holds its tokens; in production nobody needs to read it again.
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
  return async ({ to, ...letter }) => {
    await through.sendMail({
      from: env.MAIL_FROM,
      to: { name: '', address: to },
      ...letter,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
}

/** Development without a mail server: a mail counts as sent, and is read at /dev/mail. */
const discardMail: Send = async () => {}
