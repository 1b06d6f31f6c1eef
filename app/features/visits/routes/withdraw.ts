import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { withdrawSignUp } from '#app/features/visits/sign-up.server.ts'

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/projects/${params.projectId}/visits`)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.create')
  const back = `/projects/${params.projectId}/visits`
  return handleButton(request, back, () => {
    withdrawSignUp(ctx, { visitId: params.visitId ?? '' })
    return redirectWithFlash(request, back, { tone: 'success', text: { key: 'visits:signUp.withdrawn' } })
  })
}
