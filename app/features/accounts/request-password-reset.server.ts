// verb-rule: users who forgot their password cannot sign in; the mail is the permission
import { env } from '#app/platform/env.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { addressKey } from '#app/platform/requests/address-key.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { createToken, hasToken } from './account-tokens.server.ts'
import type { Context } from './context.ts'
import { mayMail } from './mail-allowance.server.ts'
import { withConstantTime } from './sessions/constant-time.server.ts'
import { findUserByEmail } from './user-by-email.server.ts'

/**
 * Mails a link to choose a new password, or to let a browser in with the present one, if the account exists. Neither the answer
 * nor its timing reveals whether it does (ACC-3); in development the link itself is returned as well (GEN-7).
 * @throws AppError rate_limited when one IP address asks too often, for whichever accounts
 */
export async function requestPasswordReset(
  ctx: Context,
  input: { email: string },
): Promise<{ resetLink: string | null }> {
  await consumePoint(ctx.db.$client, rateLimits.mailAddress, addressKey(ctx.ip))
  return withConstantTime(async () => {
    const allowed = await mayMail(ctx, 'reset', input.email)
    const user = findUserByEmail(ctx.db, input.email)
    if (user?.status !== 'active') return { resetLink: null }
    // Anybody can use up the mails of an account, but its owner always has one whose link works.
    const mailed = allowed || (user.emailVerifiedAt !== null && !hasToken(ctx.db, ctx.now, 'reset_password', user.id))
    // Over the mail limit: answer as usual, since an error would reveal the account. Development still returns the link.
    if (!mailed && !env.development) return { resetLink: null }
    const resetLink = transact(ctx.db, (tx) => {
      const token = createToken(tx, ctx.now, { purpose: 'reset_password', userId: user.id, email: user.email })
      const link = `${env.origin}/reset-password?token=${token}`
      if (mailed)
        enqueueMail(tx, ctx.now, {
          to: user.email,
          locale: user.locale ?? 'en',
          template: 'resetPassword',
          params: { link },
          names: { name: user.name },
        })
      const source = { ...ctx, actor: { id: user.id } }
      appendAudit(tx, source, { action: 'user.request_password_reset', subject: { type: 'user', id: user.id } })
      return link
    })
    return { resetLink: env.development ? resetLink : null }
  })
}
