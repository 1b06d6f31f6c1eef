import type { Context } from '#app/features/accounts/context.ts'
import { mailOwner } from '#app/features/accounts/two-factor/mail-owner.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { parseDevice } from './device-name.ts'
import { isWorthMail } from './logins.server.ts'

export type LoginMeans = 'password' | 'app' | 'recovery' | 'passkey'

/**
 * Records that somebody logged in, for the audit trail and their own list of logins (`listLogins`). In a browser that is new to
 * the account its owner gets a mail (`isWorthMail`), which names the browser; a program has no name there. Part of a verb.
 */
export function recordLogin(
  tx: Transaction,
  ctx: Context,
  { userId, by, isKnown }: { userId: string; by: LoginMeans; isKnown: boolean },
): void {
  const device = parseDevice(ctx.userAgent)
  if (!isKnown && isWorthMail(tx, ctx.now, userId)) {
    const params = { loginAt: ctx.now, address: ctx.ip ?? '–' }
    const mail = device
      ? { template: 'newDevice', params: { ...params, browser: `${device.browser}, ${device.system}` } }
      : { template: 'newProgram', params }
    mailOwner(tx, ctx.now, { userId, ...mail })
  }
  appendAudit(
    tx,
    { ...ctx, actor: { id: userId } },
    {
      action: 'session.start',
      subject: { type: 'user', id: userId },
      detail: { by, isKnown, ...device },
    },
  )
}
