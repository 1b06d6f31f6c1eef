// verb-rule: part of verbs, which check the right
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { endSessions } from '#app/features/accounts/sessions/end-sessions.server.ts'
import { mailOwner } from '#app/features/accounts/two-factor/mail-owner.server.ts'
import { forbidden } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { loadColleague } from './colleague.server.ts'

/**
 * Changes how a colleague logs in, with the password of the owner who does it: the colleague is logged out everywhere and gets a mail.
 * @throws AppError not_found; forbidden for one's own; invalid for a wrong password; whatever `change` refuses
 */
export async function changeLogin(
  ctx: CompanyContext,
  input: { userId: string; password: string },
  step: {
    /** What is said of one's own. */
    own: string
    template: string
    audit: string
    change: (tx: Transaction, userId: string) => void
  },
): Promise<{ name: string }> {
  if (input.userId === ctx.actor.id) throw forbidden(step.own)
  await requirePassword(ctx, input.password)
  return transact(ctx.db, (tx) => {
    const { id: userId, name } = loadColleague(tx, ctx, input.userId)
    step.change(tx, userId)
    mailOwner(tx, ctx.now, { userId, template: step.template })
    appendAudit(tx, ctx, { action: step.audit, subject: { type: 'user', id: userId } })
    endSessions(tx, ctx, userId)
    return { name }
  })
}
