import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { bidFormValues } from '#app/features/bids/form-values.ts'
import { getOwnBid } from '#app/features/bids/queries.server.ts'
import { findEarlierBid } from '#app/features/bids/rest/earlier-bid.server.ts'
import { bidSchema } from '#app/features/bids/schemas.server.ts'
import { keepForImport, keepIncomplete } from '#app/features/bids/typing/keep-unfinished.server.ts'
import { typedForm } from '#app/features/bids/typing/typed-bid.server.ts'
import { TypedNotice } from '#app/features/bids/typing/ui/typed-notice.tsx'
import { BidForm } from '#app/features/bids/ui/bid-form.tsx'
import { usualValidity } from '#app/features/bids/validity/validity.ts'
import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import { getOncePublicProject, getProject } from '#app/features/projects/queries.server.ts'
import { vatRatesOf } from '#app/features/projects/vat-treatment.ts'
import { getMissingAddress } from '#app/features/team/complete-company-address.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { isPageOpened, leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { SavedVersion } from '#app/ui/forms/edit-conflict.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  title: 'bids:new.title',
  description: 'bids:new.description',
}

const projectIdOf = (request: Request) => new URL(request.url).searchParams.get('project') ?? ''

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.create')
  const projectId = projectIdOf(request)
  // A bid needs a project, which is chosen in the marketplace.
  if (!projectId) throw redirect('/projects?view=open')
  const project = orNotFound(
    getProject(ctx, projectId) ?? (isPageOpened() ? null : getOncePublicProject(ctx, projectId)),
  )
  const own = getOwnBid(ctx, project.id)
  const earlier = own && own.status !== 'withdrawn' ? `/bids/${own.id}` : null
  if (earlier) leavePage(earlier)
  const refused =
    project.role === 'owner'
      ? 'bids:refused.ownProject'
      : project.status !== 'open'
        ? 'bids:refused.projectNotOpen'
        : isBeforeDeadline(ctx.now, project.bidDeadline)
          ? null
          : 'bids:refused.deadlinePassed'
  if (refused && isPageOpened()) {
    throw await redirectWithFlash(request, `/projects/${project.id}`, { tone: 'danger', text: { key: refused } })
  }
  const { id, title, version, bidDeadline, timeZone, currency, lines, vatTreatment, vatGround, variantTerms } = project
  const { overrunShareBp, underrunShareBp } = project
  const vatRates = vatRatesOf(project, ctx.now)
  const localeContext = await localeContextOf(request, ctx.actor)
  const before = findEarlierBid(ctx, project)
  const begun = bidFormValues(lines, before?.bid ?? null, vatRates, localeContext)
  return {
    id,
    earlier,
    project: {
      ...{ id, title, version, bidDeadline, timeZone, currency, lines },
      ...{ overrunShareBp, underrunShareBp },
      ...{ vatTreatment, vatGround, vatRates, variantTerms },
    },
    address: { company: ctx.company.name, missing: getMissingAddress(ctx) },
    ...typedForm(ctx, project, { ...begun, validUntil: usualValidity(project) }),
    earlierTitle: before?.title ?? null,
    decimalMark: localeContext.decimalMark,
    submissionId: newSubmissionId(),
  }
}

/** Loads the project again after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const projectId = projectIdOf(request)
  const form = await readForm(request, () => true)
  const imports = keepForImport(ctx, form, projectId)
  if (imports) return imports
  const answer = await handleFormData(
    form,
    bidSchema(await localeContextOf(request, ctx.actor)),
    ({ outcome, expectedVersion: _, ...input }) => {
      const bid = createBid(ctx, { ...input, projectId, submit: outcome === 'submit' })
      if (outcome === 'review') return redirect(`/bids/${bid.id}/review`, 303)
      if (outcome === 'attach') return redirect(`/bids/${bid.id}/attachments`, 303)
      const key = outcome === 'submit' ? 'bids:submitted' : 'bids:saved'
      return redirectWithFlash(request, `/bids/${bid.id}`, { tone: 'success', text: { key } })
    },
  )
  return keepIncomplete(ctx, form, projectId, answer)
}

export default function NewBid() {
  const { id, earlier, project, address, values, typed, typedVersion, decimalMark, submissionId, earlierTitle } =
    useLoaderData<typeof loader>()
  const { lastResult, kept } = useActionData<typeof action>() ?? {}
  const { t } = useTranslation('bids')
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('new.market'), to: '/projects?view=open' },
          { label: project.title, to: `/projects/${id}` },
          { label: t('new.title') },
        ]}
      />
      {lastResult && earlier && <SavedVersion to={earlier} />}
      {!lastResult && <TypedNotice projectId={id} typed={typed} />}
      {earlierTitle !== null && !typed && (
        <Alert className="w-full max-w-reading">{t('new.earlier', { title: earlierTitle })}</Alert>
      )}
      <BidForm
        lastResult={lastResult}
        values={values}
        typedVersion={typedVersion}
        kept={kept}
        decimalMark={decimalMark}
        project={project}
        address={address}
        submissionId={submissionId}
        cancelTo={`/projects/${id}`}
      />
    </div>
  )
}
