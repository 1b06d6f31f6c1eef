import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { mailDispute, otherParty } from '#app/features/escrow/dispute/mail-dispute.server.ts'
import { type DisputeSplit, isWholeSplit } from '#app/features/escrow/milestone.ts'
import { requiresPassword } from '#app/features/escrow/release-milestone.server.ts'
import { requireMandate } from '#app/features/team/mandates.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { disputeOffers } from '#db/schema/disputes.ts'
import { endOfDay } from './end-of-day.ts'
import { disputeEvent, findDispute, loadDispute, subjectOf } from './load-dispute.server.ts'

/**
 * Offers to settle a dispute by a split of what is held, to be accepted up to a day (`YYYY-MM-DD`). It binds the company, so that whoever
 * offers needs the mandate to release what is divided, and for a large amount the password (ESC-6).
 * @throws AppError forbidden without the mandate; invalid unless the parts add up to what is held, or at `expiresOn` for a day that is over
 */
export async function offerSettlement(
  ctx: CompanyContext,
  input: {
    subjectId: string
    split: DisputeSplit
    note: string
    expiresOn: string
    password?: string | undefined
    submissionId?: string | undefined
  },
): Promise<{ id: string }> {
  requireRight(ctx, 'escrow.release')
  const { password, ...offer } = input
  if (requiresPassword(findDispute(ctx.db, ctx, offer.subjectId)?.heldCents ?? 0)) {
    if (!password) throw invalid('validation:required', { field: 'password' })
    await requirePassword(ctx, password)
  }
  return transact(ctx.db, (tx) => {
    const loaded = loadDispute(tx, ctx, offer.subjectId, 'offer')
    return withIdempotencyKey(tx, ctx, { verb: 'dispute.offer', input: offer, otherContent: 'refuse' }, () => {
      const { split, note, expiresOn } = offer
      const { heldCents, contract, role } = loaded
      if (isWholeSplit({ split, heldCents })) throw invalid('escrow:refused.splitNotWhole', { field: 'clientAmount' })
      if (expiresOn < businessDay(ctx.now)) throw invalid('disputes:refused.dayOver', { field: 'expiresOn' })
      requireMandate(tx, ctx, 'release', { amountCents: heldCents, currency: contract.currency })
      const id = newId()
      const made = { status: 'open', madeBy: ctx.actor.id, madeByName: ctx.actor.name, madeAt: ctx.now } as const
      tx.insert(disputeOffers)
        .values({ id, ...subjectOf(loaded), party: role, ...split, note, expiresOn, ...made })
        .run()
      appendAudit(tx, ctx, {
        action: 'dispute.offer',
        subject: { type: 'contract', id: contract.id },
        after: { id, subjectId: offer.subjectId, ...split, note, expiresOn },
      })
      recordEvent(tx, ctx, 'dispute.step', disputeEvent(ctx, loaded, { step: 'offer', day: expiresOn }))
      const mail = { template: 'disputeOffered', told: otherParty(role), deadlineAt: endOfDay(expiresOn) } as const
      mailDispute(tx, ctx, loaded, mail)
      return { id }
    })
  })
}
