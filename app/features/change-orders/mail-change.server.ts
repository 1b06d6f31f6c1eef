import type { Context } from '#app/features/accounts/context.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { managersOf } from '#app/features/escrow/remind-approvers.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { type ContractParty, contractParties } from '#db/vocabulary/contracts.ts'

const templates = {
  propose: { template: 'changeProposed' },
  accept: { template: 'changeAccepted' },
  reject: { template: 'changeRejected' },
  withdraw: { template: 'changeWithdrawn' },
  lapse: { template: 'changeLapsed' },
} as const

/** Mails a step of a change order to the owners and managers of the other party; of both, if neither took it. */
export function mailChange(
  tx: Transaction,
  ctx: Pick<Context, 'company' | 'now'>,
  contract: ContractRow,
  by: ContractParty | null,
  change: { action: keyof typeof templates; name: string; title: string; changeOrderId: string },
): void {
  const companies = { client: contract.clientCompanyId, provider: contract.providerCompanyId }
  const told = contractParties.filter((party) => party !== by)
  const link = `${env.origin}/contracts/${contract.id}/changes/${change.changeOrderId}`
  for (const { name, email, locale } of told.flatMap((party) => managersOf(tx, companies[party]))) {
    enqueueMail(tx, ctx.now, {
      to: email,
      locale: locale ?? 'en',
      ...templates[change.action],
      toStranger: 'never',
      params: { contract: contract.number, change: change.name, link },
      names: { name, company: ctx.company?.name ?? '', title: change.title },
    })
  }
}
