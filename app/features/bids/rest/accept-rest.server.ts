import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { createInTransaction, requireBiddable } from '#app/features/bids/create-bid.server.ts'
import { openBids } from '#app/features/bids/open-bids.server.ts'
import { addressOfCompany } from '#app/features/team/complete-company-address.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { boolean } from '#db/fields.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import { restAtOwnPrices } from './own-prices.server.ts'

const invitedAlone = sql(
  { params: { project: projects.id }, row: { alone: boolean } },
  'SELECT count(*) = 1 AS alone FROM project_invitations WHERE project_id = :project',
)

type Input = {
  projectId: string
  holdsPrices: boolean
  submissionId?: string | undefined
  expectedProjectVersion?: number | undefined
}

/**
 * Accepts the rest of a terminated contract at the prices that the company had bid for the whole (PROJ-27): a bid of its own at these prices,
 * sealed and submitted. The bid that was not chosen binds nobody any more (Finnish Contracts Act 228/1929, sections 2 and 5); where its day of
 * validity has passed, `holdsPrices` says that its prices hold all the same. If nobody else was ever invited, all invited companies have bid
 * (PROJ-16), and the bid is opened at once.
 * @throws AppError not found without such a bid; invalid where `holdsPrices` is missing; conflict where a bid cannot be submitted
 * (`createBid`), or the form has to be filled in (`RestHindrance`)
 */
export function acceptRest(ctx: CompanyContext, input: Input): { id: string } {
  requireRight(ctx, 'bids.create')
  requireRight(ctx, 'bids.submit')
  return transactNow(ctx, (tx, ctx) =>
    withIdempotencyKey(tx, ctx, { verb: 'acceptRest', input }, () => {
      const project = requireBiddable(tx, ctx, input.projectId)
      const company = { id: ctx.company.id, ...addressOfCompany(tx, ctx.company.id) }
      const rest = restAtOwnPrices(tx, company, project, ctx.now)
      if (!rest) throw notFound()
      if (rest.hindrance) throw conflict(`restoffer:refused.${rest.hindrance}`)
      if (rest.lapsedOn !== null && !input.holdsPrices)
        throw invalid('restoffer:refused.lapsed', { field: 'holdsPrices' })
      const { expectedProjectVersion } = input
      const { id } = createInTransaction(tx, ctx, project, { ...rest.input, expectedProjectVersion, submit: true })
      appendAudit(tx, ctx, {
        action: 'bid.accept_rest',
        subject: { type: 'bid', id },
        detail: { earlierBid: rest.earlierBidId, netCents: rest.netCents, lapsedOn: rest.lapsedOn },
      })
      if (isInvitedAlone(tx, project.id))
        openBids(tx, { ...ctx, actor: null, company: null }, project, 'system', { isAnswered: true })
      return { id }
    }),
  )
}

/** Whether the project has ever invited one company only: withdrawing another's invitation closes nothing (PROJ-16). */
const isInvitedAlone = (tx: Transaction, projectId: string) => invitedAlone.one(tx, { project: projectId }).alone
