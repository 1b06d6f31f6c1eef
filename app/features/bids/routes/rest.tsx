import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getOwnBid } from '#app/features/bids/queries.server.ts'
import { acceptRest } from '#app/features/bids/rest/accept-rest.server.ts'
import { AcceptRestForm } from '#app/features/bids/rest/accept-rest-form.tsx'
import { acceptRestSchema } from '#app/features/bids/rest/accept-rest-schema.server.ts'
import { getRestOffer } from '#app/features/bids/rest/own-prices.server.ts'
import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'restoffer:title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.create')
  const project = orNotFound(getProject(ctx, params.projectId ?? ''))
  const rest = orNotFound(getRestOffer(ctx, project))
  const own = getOwnBid(ctx, project.id)
  if (own && own.status !== 'withdrawn') leavePage(`/bids/${own.id}`)
  if (project.status !== 'open' || !isBeforeDeadline(ctx.now, project.bidDeadline)) leavePage(`/projects/${project.id}`)
  if (rest.hindrance) leavePage(`/bids/new?project=${project.id}`)
  const { id, title, version, currency, companyName } = project
  return { project: { id, title, version, currency, companyName }, rest, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const projectId = params.projectId ?? ''
  return handleForm(request, acceptRestSchema, (input) => {
    const bid = acceptRest(ctx, { ...input, projectId })
    return redirectWithFlash(request, `/bids/${bid.id}`, { tone: 'success', text: { key: 'restoffer:accepted' } })
  })
}

export default function Rest() {
  const page = useLoaderData<typeof loader>()
  return <AcceptRestForm {...page} lastResult={useActionData<typeof action>()?.lastResult} />
}
