import type { DomainEvents } from '#app/events.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { contractEvent } from '#app/features/contracts/contract-events.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { managersOf } from '#app/features/escrow/remind-approvers.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { recordEvent } from '#db/outbox.server.ts'

/** What a party did to a draft that is open to both, as the other one is told. */
export type NegotiationStep = DomainEvents['contract.negotiated']['step']

/** Steps after which the other party has something to do or to know at once; the others wait on the page and in the notifications. */
const mailed = {
  opened: { template: 'negotiationOpened' },
  proposed: { template: 'negotiationProposed' },
  accepted: { template: 'negotiationAccepted' },
  rejected: { template: 'negotiationRejected' },
} as const

const isMailed = (step: NegotiationStep): step is keyof typeof mailed => step in mailed

/** Notifies the other party of a step, and mails its owners and managers where it matters now. Part of a verb. */
export function tellOtherParty(
  tx: Transaction,
  ctx: CompanyContext,
  contract: ContractRow,
  step: NegotiationStep,
): void {
  recordEvent(tx, ctx, 'contract.negotiated', { ...contractEvent(ctx, contract), step })
  if (!isMailed(step)) return
  const other = contract.clientCompanyId === ctx.company.id ? contract.providerCompanyId : contract.clientCompanyId
  for (const { name, email, locale } of managersOf(tx, other)) {
    enqueueMail(tx, ctx.now, {
      to: email,
      locale: locale ?? 'en',
      ...mailed[step],
      toStranger: 'never',
      params: { contract: contract.number, link: `${env.origin}/contracts/${contract.id}/negotiation` },
      names: { name, company: ctx.company.name, title: contract.title },
    })
  }
}
