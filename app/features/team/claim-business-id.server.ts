import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { consumePoint, rateLimits, returnPoint } from '#app/platform/rate-limit.server.ts'
import { addressKey } from '#app/platform/requests/address-key.server.ts'
import { getCompany } from './queries.server.ts'

type Claim = { businessId: string | null; country: string; businessIdDisputed?: boolean }

/** The text of the refusal of an id that another company has. */
export const businessIdTaken = 'team:company.businessIdTaken'

/** Whether a company would have another business id than before, or one that another company had first. */
export const claimsBusinessId = (before: Claim, after: Claim): boolean =>
  after.businessId !== null &&
  (after.businessId !== before.businessId || after.country !== before.country || before.businessIdDisputed === true)

/**
 * Runs `save`. Whether another company has an id is told by its refusal, so ids are tried ten times an hour by one company, and
 * refused ten times an hour to one address. Counted before `save`, so that parallel attempts count, and the answer beyond the limit
 * does not depend on the id.
 * @throws AppError rate_limited; forbidden; what `save` throws
 */
export async function claimBusinessId<Saved>(ctx: CompanyContext, after: Claim, save: () => Saved): Promise<Saved> {
  requireRight(ctx, 'company.update')
  const before = getCompany(ctx)
  if (!before || !claimsBusinessId(before, after)) return save()
  const sqlite = ctx.db.$client
  const address = addressKey(ctx.ip)
  await consumePoint(sqlite, rateLimits.businessId, ctx.company.id)
  await consumePoint(sqlite, rateLimits.businessId, address)
  let taken = false
  try {
    return save()
  } catch (error) {
    taken = error instanceof AppError && error.text.key === businessIdTaken
    throw error
  } finally {
    if (!taken) await returnPoint(sqlite, rateLimits.businessId, address)
  }
}
