import type { CompanyContext } from '#app/features/accounts/context.ts'
import { askToSign } from '#app/features/approvals/ask-to-sign.server.ts'
import { password, withPassword } from './deal.ts'
import { giveMandates } from './permissions.ts'

/** A request to sign a contract, by somebody who gets the test password and a mandate of 10.00 for it. */
export async function askedToSign(asker: CompanyContext, contractId: string): Promise<string> {
  await withPassword(asker)
  giveMandates(asker, 1000)
  return (await askToSign(asker, { contractId, typedName: asker.actor.name, password })).id
}
