// verb-rule: the mailed token is the permission
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { unsubscribedAddresses } from '#db/schema/invitations.ts'
import { findByToken } from './mailed-invitation.server.ts'

const hashOf = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('hex')

/** Whether an address wants no invitations by mail. */
export const isUnsubscribed = (tx: Transaction, email: string): boolean =>
  tx
    .select()
    .from(unsubscribedAddresses)
    .where(eq(unsubscribedAddresses.addressHash, hashOf(email)))
    .get() !== undefined

/**
 * Keeps an address from being invited by mail again, by any company. Works with the link of every invitation that no company has taken,
 * however old; a second time changes nothing.
 * @throws AppError invalid for any other link
 */
export function unsubscribeAddress(ctx: Context, input: { token: string }): void {
  transact(ctx.db, (tx) => {
    const invitation = findByToken(tx, input.token)?.invitation
    if (!invitation?.email) throw invalid('invitations:mailed.gone')
    const row = { addressHash: hashOf(invitation.email), unsubscribedAt: ctx.now }
    const { changes } = tx.insert(unsubscribedAddresses).values(row).onConflictDoNothing().run()
    const subject = { type: 'project' as const, id: invitation.projectId }
    if (changes === 1) appendAudit(tx, ctx, { action: 'project.unsubscribe_address', subject, after: row })
  })
}
