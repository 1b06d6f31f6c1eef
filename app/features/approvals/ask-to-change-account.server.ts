// verb-rule: askApproval writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { askApproval } from './ask-approval.server.ts'

/**
 * Asks for the approval of a new bank account of the company, where what it is there to receive is above one's mandate. Takes the
 * password, as the change does; once approved, the account waits like any other (TEAM-6).
 * @throws AppError forbidden; invalid for a wrong password; whatever `askApproval` refuses
 */
export async function askToChangeAccount(
  ctx: CompanyContext,
  input: { iban: string; bic: string | null; password: string; submissionId?: string | undefined },
): Promise<{ id: string }> {
  requireRight(ctx, 'company.changeBankAccount')
  const { password, ...content } = input
  await requirePassword(ctx, password)
  const { iban, bic } = input
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'askToChangeAccount', input: content }, () =>
      askApproval(tx, ctx, { act: 'bank', subjectId: ctx.company.id, details: { iban, bic } }),
    ),
  )
}
