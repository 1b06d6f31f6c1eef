import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { endSessions } from '#app/features/accounts/sessions/end-sessions.server.ts'
import { mailOwner } from '#app/features/accounts/two-factor/mail-owner.server.ts'
import { replaceRecoveryCodes } from '#app/features/accounts/two-factor/recovery-codes.server.ts'
import { hasSecondFactor } from '#app/features/accounts/two-factor/second-factor.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { passkeys } from '#db/schema/passkeys.ts'
import { checkNewPasskey } from './check-answer.server.ts'
import { listPasskeys, maxPasskeys } from './queries.server.ts'

/**
 * Adds the passkey that a browser has made for the challenge of `startPasskey`, and mails the owner. The first second factor of an
 * account ends its other sessions, which were begun without one, and returns recovery codes, to be shown once.
 * @param input.answer the new credential as JSON
 * @throws AppError invalid when it is not what was asked for, or came too late; conflict when it is here already, or with too many
 */
export async function addPasskey(
  ctx: UserContext,
  input: { name: string; answer: string },
): Promise<{ codes: string[] | null }> {
  requireRight(ctx, 'security.update')
  const { id: userId } = ctx.actor
  const { name } = input
  const made = await checkNewPasskey(ctx, { holder: ctx.sessionHash, answer: input.answer })
  return transact(ctx.db, (tx) => {
    if (listPasskeys(ctx, tx).length >= maxPasskeys)
      throw conflict('passkeys:tooMany', { params: { max: maxPasskeys } })
    const sameKey = eq(passkeys.credentialId, made.credentialId)
    if (tx.select({ id: passkeys.id }).from(passkeys).where(sameKey).get()) throw invalid('passkeys:refused')
    const isFirst = !hasSecondFactor(tx, userId)
    const id = newId()
    tx.insert(passkeys)
      .values({ id, userId, name, ...made, createdAt: ctx.now })
      .run()
    mailOwner(tx, ctx.now, { userId, template: 'passkeyAdded' })
    const detail = { passkey: id }
    appendAudit(tx, ctx, { action: 'passkey.add', subject: { type: 'user', id: userId }, after: { name }, detail })
    if (!isFirst) return { codes: null }
    endSessions(tx, ctx, userId, ctx.sessionHash)
    return { codes: replaceRecoveryCodes(tx, ctx.now, userId) }
  })
}
