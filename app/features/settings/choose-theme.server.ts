import { and, eq, isNull, ne, or } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { isTheme, themeOf } from '#app/ui/themes/themes.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'

/**
 * Saves the user's theme, which their next device starts with. Returns its label.
 * @throws AppError invalid for an unknown theme
 */
export function chooseTheme(ctx: Context, input: { theme: string }): { label: string } {
  requireRight(ctx, 'settings.update')
  if (!isTheme(input.theme)) throw invalid('settings:theme.unknown', { field: 'theme' })
  const { id } = ctx.actor
  transact(ctx.db, (tx) => {
    const { changes } = tx
      .update(users)
      .set({ theme: input.theme })
      .where(and(eq(users.id, id), or(isNull(users.theme), ne(users.theme, input.theme))))
      .run()
    if (changes === 0) return
    appendAudit(tx, ctx, { action: 'user.choose_theme', subject: { type: 'user', id }, after: { theme: input.theme } })
  })
  return { label: themeOf(input.theme).label }
}
