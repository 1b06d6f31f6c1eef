// verb-rule: it only uses up a code or a challenge of the actor, for a verb that asks for its right and appends its audit row
import type { UserContext } from '#app/features/accounts/context.ts'
import { checkAnswer, tellOfCopy, usePasskey } from '#app/features/accounts/passkeys/check-answer.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { consumePoint, rateLimits, resetPoints } from '#app/platform/rate-limit.server.ts'
import { transact } from '#db/client.server.ts'
import { spendCode } from './second-factor.server.ts'

/** What proves a second factor in a form: a code as it was typed, or what a passkey has signed. */
export type SecondProof = { code?: string | undefined; passkey?: string | undefined }

/**
 * Asks for the actor's own second factor: a code, which it uses up, or a passkey of theirs. Allows five wrong codes in a quarter of an
 * hour.
 * @throws AppError invalid at `code`, or rate_limited
 */
export async function requireCode(ctx: UserContext, { code = '', passkey }: SecondProof): Promise<void> {
  const { id } = ctx.actor
  if (passkey) return requirePasskey(ctx, passkey)
  await consumePoint(ctx.db.$client, rateLimits.secondFactor, `own|${id}`)
  if (!transact(ctx.db, (tx) => spendCode(tx, ctx.now, id, code))) throw invalid('twofactor:wrong', { field: 'code' })
  await resetPoints(ctx.db.$client, rateLimits.secondFactor, `own|${id}`)
}

async function requirePasskey(ctx: UserContext, answer: string): Promise<void> {
  const checked = await checkAnswer(ctx, { holder: ctx.sessionHash, purpose: 'confirm', answer })
  if (checked.userId !== ctx.actor.id) throw invalid('passkeys:others')
  if (!transact(ctx.db, (tx) => usePasskey(tx, ctx.now, checked))) throw await tellOfCopy(ctx, checked)
}
