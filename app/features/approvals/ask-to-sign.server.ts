// verb-rule: askApproval writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { prepareSignature, type signContract } from '#app/features/contracts/sign-contract.server.ts'
import { loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { completeCompanyAddress } from '#app/features/team/complete-company-address.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { askApproval } from './ask-approval.server.ts'

/**
 * Signs a contract above one's mandate as the first of two: the signature counts once a colleague with a sufficient mandate has approved
 * it with theirs. Asks for the same as signing does.
 * @throws AppError as `signContract` does, and whatever `askApproval` refuses
 */
export async function askToSign(
  ctx: CompanyContext,
  input: Parameters<typeof signContract>[1] & { submissionId?: string | undefined },
): Promise<{ id: string }> {
  requireRight(ctx, 'contracts.sign')
  const { userId: _own, ip: _ip, userAgent: _agent, signedAt: _at, ...details } = await prepareSignature(ctx, input)
  const { password: _secret, ...content } = input
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'askToSign', input: content }, () => {
      const { contract } = loadContract(tx, ctx, input.contractId)
      completeCompanyAddress(tx, ctx, input)
      return askApproval(tx, ctx, { act: 'sign', subjectId: contract.id, details })
    }),
  )
}
