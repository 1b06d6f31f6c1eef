import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { answerPaymentTerms } from '#app/features/negotiations/answer-payment-terms.server.ts'
import { answerWording } from '#app/features/negotiations/answer-wording.server.ts'
import { answerSchema } from '#app/features/negotiations/schemas.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'

const pageOf = (contractId: string | undefined) => `/contracts/${contractId}/negotiation`

export const loader = ({ params }: LoaderFunctionArgs) => redirect(pageOf(params.contractId))

/** The buttons below a proposed wording (`:commentId`) and below proposed payment terms (`:proposalId`). */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const { contractId = '', commentId, proposalId = '' } = params
  const answer = answerSchema.safeParse((await readForm(request)).get('answer'))
  return handleButton(request, pageOf(contractId), () => {
    if (!answer.success) return redirect(pageOf(contractId))
    const action = answer.data
    if (commentId) answerWording(ctx, { contractId, commentId, action })
    else answerPaymentTerms(ctx, { contractId, proposalId, action })
    return redirectWithFlash(request, pageOf(contractId), {
      tone: 'success',
      text: { key: `negotiation:done.${action}` },
    })
  })
}
