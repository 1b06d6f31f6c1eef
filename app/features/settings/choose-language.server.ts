import { and, eq, isNull, ne, or } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { knownTag } from '#app/i18n/languages.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'

/**
 * Saves the user's language, which their next device starts with and their mails are written in. Returns its tag.
 * @throws AppError invalid for an unsupported language
 */
export function chooseLanguage(ctx: Context, input: { language: string }): { tag: string } {
  requireRight(ctx, 'settings.update')
  const tag = knownTag(input.language)
  if (!tag) throw invalid('settings:language.unknown', { field: 'language' })
  const { id } = ctx.actor
  transact(ctx.db, (tx) => {
    const { changes } = tx
      .update(users)
      .set({ locale: tag })
      .where(and(eq(users.id, id), or(isNull(users.locale), ne(users.locale, tag))))
      .run()
    if (changes === 0) return
    appendAudit(tx, ctx, { action: 'user.choose_language', subject: { type: 'user', id }, after: { locale: tag } })
  })
  return { tag }
}
