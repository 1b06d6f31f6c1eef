import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { endSessions } from '#app/features/accounts/sessions/end-sessions.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { consumePoint, rateLimits, resetPoints } from '#app/platform/rate-limit.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { authenticatorApps } from '#db/schema/accounts.ts'
import { mailOwner } from './mail-owner.server.ts'
import { replaceRecoveryCodes } from './recovery-codes.server.ts'
import { findApp, openSecret } from './second-factor.server.ts'
import { isPending } from './start-app.server.ts'
import { stepOfCode } from './totp.server.ts'

/**
 * Puts the pending authenticator app in force with a first code from it: from now on logging in takes a code. Ends the actor's
 * other sessions, which were begun without one. Returns new recovery codes, to be shown once.
 * @throws AppError conflict when nothing is pending any longer; invalid at `code`; rate_limited
 */
export async function confirmApp(ctx: UserContext, input: { code: string }): Promise<{ codes: string[] }> {
  requireRight(ctx, 'security.update')
  const { id: userId } = ctx.actor
  await consumePoint(ctx.db.$client, rateLimits.secondFactor, `own|${userId}`)
  const codes = transact(ctx.db, (tx) => {
    const app = findApp(tx, userId)
    if (!app?.pendingSecret || !isPending(app, ctx.now))
      throw conflict(app?.secret ? 'twofactor:isOn' : 'twofactor:expired')
    const secret = openSecret(userId, app.pendingSecret)
    const step = secret && stepOfCode(secret, input.code.replaceAll(/\s/g, ''), ctx.now)
    if (step === null) throw invalid('twofactor:wrong', { field: 'code' })
    tx.update(authenticatorApps)
      .set({
        ...{ secret: app.pendingSecret, confirmedAt: ctx.now, lastStep: Number(step) },
        ...{ pendingSecret: null, pendingAt: null },
      })
      .where(and(eq(authenticatorApps.userId, userId), eq(authenticatorApps.pendingSecret, app.pendingSecret)))
      .run()
    mailOwner(tx, ctx.now, { userId, template: 'twoFactorOn' })
    appendAudit(tx, ctx, { action: 'two_factor.confirm', subject: { type: 'user', id: userId } })
    endSessions(tx, ctx, userId, ctx.sessionHash)
    return replaceRecoveryCodes(tx, ctx.now, userId)
  })
  await resetPoints(ctx.db.$client, rateLimits.secondFactor, `own|${userId}`)
  return { codes }
}
