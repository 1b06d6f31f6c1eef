// verb-rule: a part of the verbs of a dispute, which check the right and append the audit row
import type { UserContext } from '#app/features/accounts/context.ts'
import { managersOf } from '#app/features/escrow/remind-approvers.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'

type Subject = {
  contract: { id: string; number: string; title: string; clientCompanyId: string; providerCompanyId: string }
  /** Null for the retention of the contract. */
  milestone: { id: string; title: string } | null
}

type Template =
  | 'disputeOpened'
  | 'disputeStated'
  | 'disputeAsked'
  | 'disputeOffered'
  | 'disputeOfferDeclined'
  | 'disputeOfferWithdrawn'
  | 'disputeSettled'
  | 'disputeDecided'

/** Mails a step of a dispute to the owners and managers of these parties. `deadlineAt` in UTC ms. */
export function mailDispute(
  tx: Transaction,
  ctx: Pick<UserContext, 'now'>,
  { contract, milestone }: Subject,
  { template, told, deadlineAt }: { template: Template; told: readonly ContractParty[]; deadlineAt?: number },
): void {
  for (const party of told) {
    const companyId = party === 'client' ? contract.clientCompanyId : contract.providerCompanyId
    for (const { name, email, locale } of managersOf(tx, companyId)) {
      enqueueMail(tx, ctx.now, {
        to: email,
        locale: locale ?? 'en',
        template,
        toStranger: 'never',
        params: {
          contract: contract.number,
          ...(deadlineAt === undefined ? {} : { deadlineAt }),
          link: `${env.origin}/disputes/${milestone?.id ?? contract.id}`,
        },
        names: { name, subject: milestone?.title ?? contract.title },
      })
    }
  }
}

/** The party that a role is not; nobody for an admin. */
export const otherParty = (role: string): ContractParty[] =>
  role === 'client' ? ['provider'] : role === 'provider' ? ['client'] : []
