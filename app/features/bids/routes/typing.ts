import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { forgetTypedBid } from '#app/features/bids/typing/forget-typed-bid.server.ts'
import { keepTypedBid } from '#app/features/bids/typing/keep-typed-bid.server.ts'
import { typedFields } from '#app/features/bids/typing/typed-values.ts'
import { AppError, statusOf } from '#app/platform/errors.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

const formOf = (projectId: string) => `/bids/new?project=${projectId}`

export const loader = ({ params }: LoaderFunctionArgs) => redirect(formOf(params.projectId ?? ''))

/** Keeps what a script sends of a bid's form while it is filled in, or forgets it by a button. The form of an earlier bid is led to by that of a new one. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.update')
  await requireRateLimit(ctx, rateLimits.typing)
  const projectId = params.projectId ?? ''
  const form = await readForm(request)
  if (form.has('forget')) {
    forgetTypedBid(ctx, { projectId })
    return redirectWithFlash(request, formOf(projectId), { tone: 'success', text: { key: 'bidtyping:forgotten' } })
  }
  try {
    return Response.json(
      keepTypedBid(ctx, { projectId, fields: typedFields(form), expected: Number(form.get('typedVersion') ?? 0) }),
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return Response.json({ refused: error.text.key }, { status: statusOf[error.code] })
  }
}
