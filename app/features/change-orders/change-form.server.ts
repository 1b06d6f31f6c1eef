import type { CompanyContext } from '#app/features/accounts/context.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { changeRefusals } from './change-content.server.ts'
import { getChangedContract } from './queries.server.ts'
import { changeOrderOf } from './schemas.server.ts'

/** The form of a change of this contract, with its rules. Whether the user may change it is for the verb to say. */
export async function changeFormOf(request: Request, ctx: CompanyContext, contractId: string) {
  const contract = getChangedContract(ctx, contractId)
  const localeContext = await localeContextOf(request, ctx.actor)
  return changeOrderOf(localeContext, (input) => (contract ? changeRefusals(ctx.db, contract, input) : []))
}
