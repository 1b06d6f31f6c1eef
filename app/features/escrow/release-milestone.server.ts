import type { CompanyContext, Context, UserContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { feeOfRelease, noteFee } from '#app/features/escrow/platform-fee/platform-fee.server.ts'
import { requireMandate } from '#app/features/team/mandates.server.ts'
import { env } from '#app/platform/env.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { closedMilestoneStatuses, type MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone, type MilestoneChange } from './change-milestone.server.ts'
import { releasePosting } from './ledger.ts'
import { type MilestonePart, restOf, retentionOf } from './milestone.ts'
import { type EscrowMilestone, getEscrow, getMilestone } from './queries.server.ts'
import { writePosting } from './write-posting.server.ts'

/**
 * Releases the money of an approved milestone, for the client, by a single posting. Releasing the last milestone also releases the
 * retention and completes the contract. A large release, the retention included, requires the password (ESC-6).
 * `expectedRetentionCents` is the retention that the page said this release pays (`retentionOfRelease`); nothing else that the page
 * showed can change: approved work cannot be resubmitted, and the amounts of a signed contract stay as they are.
 * @throws AppError forbidden without a mandate for what leaves escrow; conflict if it would pay another retention, because another milestone was closed meanwhile
 */
export async function releaseMilestone(
  ctx: CompanyContext,
  input: { milestoneId: string; expectedRetentionCents: number; password?: string; submissionId?: string },
): Promise<{ status: MilestoneStatus }> {
  requireRight(ctx, 'escrow.release')
  const { milestoneId, expectedRetentionCents, submissionId } = input
  await requirePasswordFor(ctx, releaseTotal(ctx, milestoneId, expectedRetentionCents), input.password)
  return changeMilestone(ctx, releaseOf(ctx, { milestoneId, expectedRetentionCents, submissionId }))
}

/** The release as a change of the milestone, for an actor whose mandate covers what leaves escrow. */
export function releaseOf(
  ctx: CompanyContext,
  of: { milestoneId: string; expectedRetentionCents: number; submissionId?: string | undefined },
): MilestoneChange {
  const { expectedRetentionCents } = of
  return {
    ...of,
    action: 'release',
    event: 'milestone.released',
    set: { closedAt: ctx.now },
    onTransition: (tx, { milestone, contract }) => {
      const amountCents = totalOf(restOf(milestone), contract, expectedRetentionCents)
      requireMandate(tx, ctx, 'release', { amountCents, currency: contract.currency })
      const key = { milestoneId: milestone.id, idempotencyKey: `release:${milestone.id}` }
      releasePart(tx, ctx, contract, restOf(milestone), key)
      return undefined
    },
  }
}

export function requiresPassword(amountCents: number): boolean {
  return amountCents >= env.RELEASE_PASSWORD_FROM_CENTS
}

/**
 * Asks for the password again where a large amount moves (ESC-6): before the transaction, of whoever has the right and the role, for whom alone `amountCents` is above 0.
 * @throws AppError invalid at `password`
 */
export async function requirePasswordFor(
  ctx: UserContext,
  amountCents: number,
  password: string | undefined,
): Promise<void> {
  if (!requiresPassword(amountCents)) return
  if (!password) throw invalid('validation:required', { field: 'password' })
  await requirePassword(ctx, password)
}

/**
 * The retention, in cents, that the release of a milestone pays with it now: all of the contract's if no other milestone is open,
 * otherwise 0, as it is while the contract holds it until the handover (CON-22). The page shows it, and its form sends it back.
 */
export function retentionOfRelease(ctx: UserContext, milestoneId: string): number {
  const escrow = getEscrow(ctx, getMilestone(ctx, milestoneId)?.contract.id ?? '')
  const milestone = escrow?.milestones.find(({ id }) => id === milestoneId)
  if (!escrow || !milestone || escrow.contract.status !== 'active' || escrow.awaitsHandover) return 0
  const isClosed = ({ status }: EscrowMilestone) => closedMilestoneStatuses.some((closed) => closed === status)
  if (!escrow.milestones.every((one) => one.id === milestoneId || isClosed(one))) return 0
  return escrow.position.retentionCents + retentionOfRest(restOf(milestone), escrow.contract)
}

/**
 * What leaves escrow by a release, in cents: what is left of the milestone and, with the last one, what was retained of the others. For
 * the client; 0 for anybody else, whom the verb refuses anyway.
 */
export function releaseTotal(ctx: UserContext, milestoneId: string, retentionCents: number): number {
  const found = getMilestone(ctx, milestoneId)
  if (found?.role !== 'client') return 0
  const { milestone, contract } = found
  return totalOf(restOf(milestone), contract, retentionCents)
}

/** What leaves escrow by a release, in cents, with the retention that it pays. */
export function totalOf(rest: MilestonePart, terms: { retentionBp: number }, retentionCents: number): number {
  return rest.amountCents + Math.max(0, retentionCents - retentionOfRest(rest, terms))
}

/** What the release of the rest of a milestone retains, in cents. */
export function retentionOfRest({ amountCents, beforeCents }: MilestonePart, { retentionBp }: { retentionBp: number }) {
  return retentionOf(amountCents, { retentionBp, beforeCents })
}

/**
 * Releases a part of a milestone by a single posting, once for each key, with the platform's fee on what is paid out. Part of the verb that
 * approved or certified it. Returns the posting; null where nothing is left to release.
 * @throws AppError conflict where it was posted before
 */
export function releasePart(
  tx: Transaction,
  ctx: Pick<Context, 'actor' | 'now'>,
  contract: ContractRow,
  part: MilestonePart,
  of: { milestoneId: string; idempotencyKey: string },
): string | null {
  if (part.amountCents === 0) return null
  const { beforeCents } = part
  const { feeCents, due } = feeOfRelease(tx, ctx.now, contract, part)
  const parties = { ...contract, contractId: contract.id }
  const { id, posted } = writePosting(tx, ctx, {
    ...releasePosting(parties, part.amountCents, { ...contract, feeCents, beforeCents }),
    ...of,
    contractId: contract.id,
    currency: contract.currency,
  })
  if (!posted) throw conflict('errors:concurrentChange')
  noteFee(tx, ctx.now, contract, id, due)
  return id
}
