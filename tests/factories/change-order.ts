import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { ChangeContent } from '#app/features/change-orders/change-content.server.ts'
import { draftChangeOrder } from '#app/features/change-orders/draft-change-order.server.ts'
import { signChangeOrder } from '#app/features/change-orders/sign-change-order.server.ts'
import { password } from './deal.ts'

/** A change of 10 hours at 80.00, and a week more. */
export const changeInput = {
  title: 'Rotten beam',
  reason: 'site_conditions' as const,
  description: 'The beam behind the boards is rotten and is replaced.',
  vatRateBp: 2550,
  lines: [{ bidLineId: null, description: 'Carpenter', quantityMilli: 10_000, unit: 'h', unitPriceE4: 800_000 }],
  extensionDays: 7,
  extensionMilestoneId: null,
  milestoneId: null,
}

/** A line that takes off 10 hours at 80.00. */
export const deductedLine = { ...changeInput.lines[0], quantityMilli: -10_000 } as (typeof changeInput.lines)[number]

type Of = { contractId: string }

/** A change that a party has proposed; of `changeInput`, unless given otherwise. */
export async function proposedChange(
  by: CompanyContext,
  { contractId }: Of,
  input: Partial<ChangeContent> = {},
): Promise<string> {
  const { changeOrderId } = draftChangeOrder(by, { ...changeInput, ...input, contractId })
  await signChangeOrder(by, { contractId, changeOrderId, typedName: by.actor.name, password })
  return changeOrderId
}

/** A change that both parties have signed. */
export async function agreedChange(
  by: CompanyContext,
  other: CompanyContext,
  { contractId }: Of,
  input: Partial<ChangeContent> = {},
): Promise<string> {
  const changeOrderId = await proposedChange(by, { contractId }, input)
  await signChangeOrder(other, { contractId, changeOrderId, typedName: other.actor.name, password })
  return changeOrderId
}
