import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { declareNoConflict } from '#app/features/evaluation/declare-no-conflict.server.ts'
import { getEvaluation } from '#app/features/evaluation/queries.server.ts'
import { submitEvaluation } from '#app/features/evaluation/submit-evaluation.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { readForm } from '#app/platform/forms/form.server.ts'

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/projects/${params.projectId}/evaluation`)
}

/** An evaluator's buttons: the declaration, and the submission of their points. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const { project } = orNotFound(getEvaluation(ctx, params.projectId ?? ''))
  const back = `/projects/${project.id}/evaluation`
  const declares = new URL(request.url).pathname.endsWith('/declare')
  const form = await readForm(request)
  return handleButton(request, back, () => {
    if (declares && !form.has('declared')) throw invalid('evaluation:own.declareNeeded')
    if (declares) declareNoConflict(ctx, { projectId: project.id })
    else submitEvaluation(ctx, { projectId: project.id })
    const key = declares ? 'evaluation:done.declared' : 'evaluation:done.submitted'
    return redirectWithFlash(request, back, { tone: 'success', text: { key } })
  })
}
