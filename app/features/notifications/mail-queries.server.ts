import { desc, eq, lt } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { env } from '#app/platform/env.server.ts'
import { mails } from '#db/schema/notifications.ts'
import { renderMail } from './render-mail.server.ts'

const pageSize = 50

/**
 * The latest mails, newest first, those before the id `before`; null where they may not be read, that is, outside development.
 */
export function listMails(ctx: Context, { before }: { before?: string | undefined } = {}) {
  if (!env.development) return null
  const rows = ctx.db
    .select()
    .from(mails)
    .where(before ? lt(mails.id, before) : undefined)
    .orderBy(desc(mails.id))
    .limit(pageSize + 1)
    .all()
  const shown = rows.slice(0, pageSize)
  return {
    mails: shown.map((mail) => ({
      id: mail.id,
      recipient: mail.recipient,
      subject: renderMail(mail).subject,
      createdAt: mail.createdAt,
      state: mail.sentAt !== null ? ('sent' as const) : mail.lastError ? ('failed' as const) : ('waiting' as const),
    })),
    older: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** One mail as its recipient sees it; null where it may not be read. */
export function getMail(ctx: Context, id: string) {
  if (!env.development) return null
  const mail = ctx.db.select().from(mails).where(eq(mails.id, id)).get()
  if (!mail) return null
  const { recipient, locale, createdAt, sentAt, lastError } = mail
  return { id, recipient, locale, createdAt, sentAt, lastError, ...renderMail(mail) }
}
