import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { env } from '#app/platform/env.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone } from './change-milestone.server.ts'
import { releasePosting } from './ledger.ts'
import { writePosting } from './write-posting.server.ts'

/**
 * Releases the money of an approved milestone, for the client, by a single posting. A large release requires the password.
 * Releasing the last milestone also releases the retention and completes the contract. Needs no version of what the page showed:
 * approved work cannot be resubmitted, and the amounts of a signed contract do not change.
 */
export async function releaseMilestone(
  ctx: CompanyContext,
  input: { milestoneId: string; password?: string; submissionId?: string },
): Promise<{ status: MilestoneStatus }> {
  requireRight(ctx, 'escrow.release')
  const { milestoneId, submissionId } = input
  if (requiresPassword(releaseAmount(ctx, milestoneId))) {
    if (!input.password) throw invalid('validation:required', { field: 'password' })
    await requirePassword(ctx, input.password)
  }
  return changeMilestone(ctx, {
    milestoneId,
    submissionId,
    action: 'release',
    event: 'milestone.released',
    set: { closedAt: ctx.now },
    onTransition: (tx, { milestone, contract }) => {
      const parties = { ...contract, contractId: contract.id }
      const { posted } = writePosting(tx, ctx, {
        ...releasePosting(parties, milestone.amountCents, contract),
        idempotencyKey: `release:${milestone.id}`,
        contractId: contract.id,
        milestoneId: milestone.id,
        currency: contract.currency,
      })
      if (!posted) throw conflict('errors:concurrentChange')
      return undefined
    },
  })
}

export function requiresPassword(amountCents: number): boolean {
  return amountCents >= env.RELEASE_PASSWORD_FROM_CENTS
}

const amountOf = sql(
  { params: { milestoneId: milestones.id, company: companies.id }, row: columns(milestones, 'amountCents') },
  `SELECT m.amount_cents AS amountCents FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id
   WHERE m.id = :milestoneId AND c.client_company_id = :company`,
)

/** The amount that the client of a milestone would release, in cents; 0 for anybody else, whom the verb refuses anyway. */
function releaseAmount(ctx: CompanyContext, milestoneId: string): number {
  return amountOf.first(ctx.db, { milestoneId, company: ctx.company.id })?.amountCents ?? 0
}
