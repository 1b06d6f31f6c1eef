import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { managersOf } from '#app/features/escrow/remind-approvers.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'

/** Mails a notice of termination to the owners and managers of the other party: it has to reach them, and time runs for them. */
export function mailNotice(tx: Transaction, ctx: CompanyContext, contract: ContractRow, by: ContractParty): void {
  const other = by === 'client' ? contract.providerCompanyId : contract.clientCompanyId
  for (const { name, email, locale } of managersOf(tx, other)) {
    enqueueMail(tx, ctx.now, {
      to: email,
      locale: locale ?? 'en',
      template: 'terminationNotice',
      toStranger: 'never',
      params: { contract: contract.number, link: `${env.origin}/contracts/${contract.id}/termination` },
      names: { name, company: ctx.company.name },
    })
  }
}
