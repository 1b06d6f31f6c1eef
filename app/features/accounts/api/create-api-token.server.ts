import { hashToken, newToken } from '#app/features/accounts/account-tokens.server.ts'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { mailOwner } from '#app/features/accounts/two-factor/mail-owner.server.ts'
import { requireCode, type SecondProof } from '#app/features/accounts/two-factor/require-code.server.ts'
import { hasSecondFactor } from '#app/features/accounts/two-factor/second-factor.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { apiTokens } from '#db/schema/accounts.ts'
import type { ApiScope } from '#db/vocabulary/accounts.ts'
import { apiTokenPrefix } from './api-token-user.server.ts'
import { listApiTokens, maxApiTokens } from './api-tokens.server.ts'

const day = 24 * 3_600_000

/**
 * Makes a personal token for the API, with the password and, where there is a second factor, a code: a program that has the token
 * needs neither (ACC-14). The owner gets a mail. Returns the token, which is shown once: a form that is sent again makes none.
 * @throws AppError invalid at `password` or `code`; conflict with too many tokens, and for a repeated form; rate_limited
 */
export async function createApiToken(
  ctx: UserContext,
  input: {
    name: string
    scopes: readonly ApiScope[]
    days: number
    password: string
    submissionId?: string | undefined
  } & SecondProof,
): Promise<{ token: string }> {
  requireRight(ctx, 'security.update')
  const { id: userId } = ctx.actor
  await requirePassword(ctx, input.password)
  if (hasSecondFactor(ctx.db, userId)) await requireCode(ctx, input)
  await consumePoint(ctx.db.$client, rateLimits.apiToken, userId)
  const token = `${apiTokenPrefix}${newToken()}`
  const { name, scopes, days, submissionId } = input
  const make = (tx: Transaction) => {
    if (listApiTokens(ctx, tx).length >= maxApiTokens) {
      throw conflict('apitokens:tooMany', { params: { max: maxApiTokens } })
    }
    const made = {
      id: newId(),
      userId,
      companyId: ctx.company?.id ?? null,
      name,
      scopes: [...scopes],
      createdAt: ctx.now,
      expiresAt: ctx.now + days * day,
    }
    tx.insert(apiTokens)
      .values({ ...made, tokenHash: hashToken(token) })
      .run()
    mailOwner(tx, ctx.now, { userId, template: 'apiTokenCreated' })
    appendAudit(tx, ctx, {
      action: 'api_token.create',
      subject: { type: 'user', id: userId },
      after: made,
      detail: { token: made.id, scopes: scopes.join(' ') },
    })
    return made.id
  }
  transact(ctx.db, (tx) => {
    let isNew = false
    withIdempotencyKey(tx, ctx, { verb: 'api_token.create', input: { name, scopes, days, submissionId } }, () => {
      isNew = true
      return make(tx)
    })
    if (!isNew) throw conflict('apitokens:madeBefore')
  })
  return { token }
}
