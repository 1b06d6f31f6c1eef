// verb-rule: the mailed token is the permission
import { consumeToken } from '#app/features/accounts/account-tokens.server.ts'
import type { Context } from '#app/features/accounts/context.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'

/**
 * Uses a mailed token to make the browser that it was opened in one of the account's known ones, instead of choosing a new
 * password: whoever reads the account's mail need not wait for other people's guesses. It logs nobody in.
 * @throws AppError invalid when the token is not (or no longer) valid
 */
export function rememberBrowser(ctx: Context, input: { token: string }): { userId: string } {
  return transact(ctx.db, (tx) => {
    const owner = consumeToken(tx, ctx.now, 'reset_password', input.token)
    if (!owner) throw invalid('accounts:reset.tokenInvalid')
    const { userId } = owner
    const source = { ...ctx, actor: { id: userId } }
    appendAudit(tx, source, { action: 'user.remember_browser', subject: { type: 'user', id: userId } })
    return { userId }
  })
}
