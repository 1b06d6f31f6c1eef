import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { conflict, forbidden } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { contractNegotiations } from '#db/schema/negotiations.ts'
import { tellOtherParty } from './tell-other-party.server.ts'

/**
 * Opens a draft to the provider, for the client (CON-19): from now on both read it, comment on clauses and propose changes, until it is sent.
 * Opening it twice changes nothing.
 * @throws AppError not_found for strangers and the provider; conflict once it is sent
 */
export function openNegotiation(ctx: CompanyContext, { contractId }: { contractId: string }): void {
  requireRight(ctx, 'contracts.negotiate')
  transact(ctx.db, (tx) => {
    const { contract, party } = loadContract(tx, ctx, contractId)
    if (party !== 'client') throw forbidden()
    if (contract.status !== 'draft') throw conflict('negotiation:refused.notDraft')
    const isOpen = eq(contractNegotiations.contractId, contractId)
    if (tx.select().from(contractNegotiations).where(isOpen).get()) return
    const row = { contractId, openedBy: ctx.actor.id, openedAt: ctx.now }
    tx.insert(contractNegotiations).values(row).run()
    appendAudit(tx, ctx, {
      action: 'contract.open_draft',
      subject: { type: 'contract', id: contractId },
      after: { opened: row },
    })
    tellOtherParty(tx, ctx, contract, 'opened')
  })
}
