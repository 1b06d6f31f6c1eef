import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMandate } from '#app/features/team/mandates.server.ts'
import { invalid } from '#app/platform/errors.ts'
import type { RetentionStatus } from '#db/vocabulary/escrow.ts'
import { changeRetention, type RetentionChange } from './change-retention.server.ts'
import { payRetention } from './close-contract.server.ts'
import { getRetention } from './queries.server.ts'
import { requiresPassword } from './release-milestone.server.ts'

/**
 * Releases the retention of a contract that has ended to the provider, for the client, by a single posting. A large release
 * requires the password, and one before the handover that the contract holds it for a reason (CON-22).
 */
export async function releaseRetention(
  ctx: CompanyContext,
  input: { contractId: string; reason?: string; password?: string; submissionId?: string },
): Promise<{ status: RetentionStatus }> {
  requireRight(ctx, 'escrow.release')
  const { password, ...subject } = input
  if (requiresPassword(getRetention(ctx, input.contractId)?.retentionCents ?? 0)) {
    if (!password) throw invalid('validation:required', { field: 'password' })
    await requirePassword(ctx, password)
  }
  return changeRetention(ctx, retentionReleaseOf(ctx, subject))
}

/** The release as a change of the retention, for an actor whose mandate covers it. */
export function retentionReleaseOf(
  ctx: CompanyContext,
  of: { contractId: string; reason?: string | undefined; submissionId?: string | undefined },
): RetentionChange {
  const { reason, ...subject } = of
  return {
    ...subject,
    ...(reason ? { reason } : {}),
    action: 'release',
    event: 'contract.retention_released',
    onTransition: (tx, contract, heldCents) => {
      requireMandate(tx, ctx, 'release', { amountCents: heldCents, currency: contract.currency })
      payRetention(tx, ctx, contract, heldCents)
    },
  }
}
