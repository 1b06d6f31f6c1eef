// verb-rule: anybody may ask; only the owner of the address reads the mail
import { and, eq, isNull, sql } from 'drizzle-orm'
import { env } from '#app/platform/env.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { addressKey, consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { users } from '#db/schema/accounts.ts'
import { createToken } from './account-tokens.server.ts'
import type { Context } from './context.ts'
import { withConstantTime } from './sessions/constant-time.server.ts'

/**
 * Mails the verification link again, if the account exists and is not verified yet. Neither the answer nor its timing reveals
 * that (ACC-3).
 * @throws AppError rate_limited when one IP address asks too often
 */
export async function resendVerification(ctx: Context, input: { email: string }): Promise<void> {
  await consumePoint(ctx.db.$client, rateLimits.mailAddress, addressKey(ctx.ip))
  await withConstantTime(async () => {
    if (!(await isMailAllowed(ctx, input.email))) return
    const user = ctx.db
      .select()
      .from(users)
      .where(
        and(eq(sql`lower(${users.email})`, input.email), eq(users.status, 'active'), isNull(users.emailVerifiedAt)),
      )
      .get()
    if (!user?.passwordHash) return
    transact(ctx.db, (tx) => {
      const token = createToken(tx, ctx.now, { purpose: 'verify_email', userId: user.id, email: user.email })
      const params = { name: user.name, link: `${env.origin}/verify-email?token=${token}` }
      enqueueMail(tx, ctx.now, { to: user.email, locale: user.locale ?? 'en', template: 'verifyEmail', params })
      const source = { ...ctx, actor: { id: user.id } }
      appendAudit(tx, source, { action: 'user.resend_verification', subject: { type: 'user', id: user.id } })
    })
  })
}

async function isMailAllowed(ctx: Context, email: string): Promise<boolean> {
  try {
    await consumePoint(ctx.db.$client, rateLimits.mailAccount, `verify|${email}`)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}
