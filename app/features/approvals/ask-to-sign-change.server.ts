// verb-rule: askApproval writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { changeOrderText } from '#app/features/change-orders/change-order-text.server.ts'
import { loadChangeOrder } from '#app/features/change-orders/load-change-order.server.ts'
import {
  prepareChangeSignature,
  requireSeenText,
  type signChangeOrder,
} from '#app/features/change-orders/sign-change-order.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { askApproval } from './ask-approval.server.ts'

/**
 * Signs a change order above one's mandate as the first of two: the signature counts once a colleague with a sufficient mandate has
 * approved it with theirs. Asks for the same as signing does.
 * @throws AppError as `signChangeOrder` does, and whatever `askApproval` refuses
 */
export async function askToSignChange(
  ctx: CompanyContext,
  input: Parameters<typeof signChangeOrder>[1] & { submissionId?: string | undefined },
): Promise<{ id: string }> {
  requireRight(ctx, 'contracts.change')
  const signatory = await prepareChangeSignature(ctx, input)
  const { userId: _own, ip: _ip, userAgent: _agent, signedAt: _at, ...details } = signatory
  const { password: _secret, ...content } = input
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'askToSignChange', input: content }, () => {
      const { change, contract } = loadChangeOrder(tx, ctx, input)
      if (change.status === 'draft') requireSeenText(changeOrderText(tx, contract, change).hash, input.expectedHash)
      return askApproval(tx, ctx, { act: 'sign_change', subjectId: change.id, details })
    }),
  )
}
