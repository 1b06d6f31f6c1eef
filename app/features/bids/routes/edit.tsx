import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { bidFormValues } from '#app/features/bids/form-values.ts'
import { previewRevision } from '#app/features/bids/preview-revision.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { bidSchema } from '#app/features/bids/schemas.server.ts'
import { keepForImport, keepIncomplete } from '#app/features/bids/typing/keep-unfinished.server.ts'
import { typedForm } from '#app/features/bids/typing/typed-bid.server.ts'
import { TypedNotice } from '#app/features/bids/typing/ui/typed-notice.tsx'
import { BidForm } from '#app/features/bids/ui/bid-form.tsx'
import { updateBid } from '#app/features/bids/update-bid.server.ts'
import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { vatRatesOf } from '#app/features/projects/vat-treatment.ts'
import { getMissingAddress } from '#app/features/team/complete-company-address.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { isPageOpened } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  title: 'bids:edit.title',
  titleOf: (data) => ((data as { revises: boolean }).revises ? 'bids:edit.reviseTitle' : 'bids:edit.title'),
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.update')
  const bid = orNotFound(getBid(ctx, params.bidId ?? ''))
  const project = orNotFound(getProject(ctx, bid.projectId))
  const canEdit = bid.role === 'bidder' && (bid.status === 'draft' || bid.status === 'submitted')
  const isOpen = isBeforeDeadline(ctx.now, project.bidDeadline)
  if (isPageOpened() && (!canEdit || project.status !== 'open' || !isOpen)) {
    const key = isOpen ? 'bids:refused.wrongState' : 'bids:refused.deadlinePassed'
    throw canEdit
      ? await redirectWithFlash(request, `/bids/${bid.id}`, { tone: 'danger', text: { key } })
      : redirect(`/bids/${bid.id}`)
  }
  const { title, version, bidDeadline, timeZone, currency, lines, vatTreatment, vatGround, variantTerms } = project
  const { overrunShareBp, underrunShareBp } = project
  const vatRates = vatRatesOf(project, ctx.now)
  const localeContext = await localeContextOf(request, ctx.actor)
  return {
    id: bid.id,
    expectedVersion: bid.updatedAt,
    revises: bid.status === 'submitted',
    project: {
      ...{ id: project.id, title, version, bidDeadline, timeZone, currency, lines },
      ...{ overrunShareBp, underrunShareBp },
      ...{ vatTreatment, vatGround, vatRates, variantTerms },
    },
    address: { company: ctx.company.name, missing: getMissingAddress(ctx) },
    ...typedForm(ctx, project, bidFormValues(lines, bid, vatRates, localeContext)),
    decimalMark: localeContext.decimalMark,
    submissionId: newSubmissionId(),
  }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const bidId = params.bidId ?? ''
  const form = await readForm(request, () => true)
  const projectId = getBid(ctx, bidId)?.projectId ?? ''
  const imports = keepForImport(ctx, form, projectId)
  if (imports) return imports
  const schema = bidSchema(await localeContextOf(request, ctx.actor))
  const answer = await handleFormData(form, schema, ({ outcome, ...input }) => {
    if (outcome !== 'submit' && getBid(ctx, bidId)?.status === 'submitted') {
      previewRevision(ctx, { ...input, bidId })
      // 307 has the browser post the same form there: until it is confirmed, a revision is nowhere but in what was typed.
      return redirect(`/bids/${bidId}/revision`, 307)
    }
    const bid = updateBid(ctx, { ...input, bidId, submit: outcome === 'submit' })
    if (outcome === 'review') return redirect(`/bids/${bid.id}/review`, 303)
    if (outcome === 'attach') return redirect(`/bids/${bid.id}/attachments`, 303)
    const key = outcome === 'submit' ? 'bids:submitted' : 'bids:saved'
    return redirectWithFlash(request, `/bids/${bid.id}`, { tone: 'success', text: { key } })
  })
  return keepIncomplete(ctx, form, projectId, answer)
}

export default function EditBid() {
  const { id, expectedVersion, revises, project, address, values, typed, typedVersion, decimalMark, submissionId } =
    useLoaderData<typeof loader>()
  const { lastResult, kept } = useActionData<typeof action>() ?? {}
  return (
    <div className="flex flex-col gap-6">
      {!lastResult && <TypedNotice projectId={project.id} typed={typed} />}
      <BidForm
        lastResult={lastResult}
        values={values}
        typedVersion={typedVersion}
        kept={kept}
        decimalMark={decimalMark}
        project={project}
        address={address}
        submissionId={submissionId}
        expectedVersion={expectedVersion}
        revises={revises}
        cancelTo={`/bids/${id}`}
      />
    </div>
  )
}
