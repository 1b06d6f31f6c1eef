// verb-rule: anybody may ask; only the owner of the address reads the mail
import { env } from '#app/platform/env.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { addressKey } from '#app/platform/requests/address-key.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { createToken } from './account-tokens.server.ts'
import type { Context } from './context.ts'
import { mayMail } from './mail-allowance.server.ts'
import { withConstantTime } from './sessions/constant-time.server.ts'
import { findUserByEmail } from './user-by-email.server.ts'

/**
 * Mails the verification link again, if the account exists and is not verified yet. Neither the answer nor its timing reveals
 * that (ACC-3).
 * @throws AppError rate_limited when one IP address asks too often
 */
export async function resendVerification(ctx: Context, input: { email: string }): Promise<void> {
  await consumePoint(ctx.db.$client, rateLimits.mailAddress, addressKey(ctx.ip))
  await withConstantTime(async () => {
    if (!(await mayMail(ctx, 'verify', input.email))) return
    const user = findUserByEmail(ctx.db, input.email)
    if (user?.status !== 'active' || user.emailVerifiedAt !== null) return
    transact(ctx.db, (tx) => {
      const token = createToken(tx, ctx.now, { purpose: 'verify_email', userId: user.id, email: user.email })
      enqueueMail(tx, ctx.now, {
        to: user.email,
        locale: user.locale ?? 'en',
        template: 'verifyEmail',
        params: { link: `${env.origin}/verify-email?token=${token}` },
        names: { name: user.name },
      })
      const source = { ...ctx, actor: { id: user.id } }
      appendAudit(tx, source, { action: 'user.resend_verification', subject: { type: 'user', id: user.id } })
    })
  })
}
