import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany, requireUser } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import {
  addSampleProject,
  getSampleProject,
  removeSampleProject,
} from '#app/features/projects/add-sample-project.server.ts'
import { sampleAt, tourSteps } from '#app/features/site/tour/sample.ts'
import { sampleWords } from '#app/features/site/tour/sample-words.server.ts'
import { TourView } from '#app/features/site/tour/tour-view.tsx'
import { detectLanguage } from '#app/i18n/i18n.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'tour:title', description: 'tour:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request)
  const { company } = ctx
  const asked = new URL(request.url).searchParams.get('step')
  const step = tourSteps.find((each) => each === asked) ?? tourSteps[0]
  const known = company && can(ctx, 'projects.read') ? getSampleProject({ ...ctx, company }) : null
  return {
    sample: sampleAt(step),
    own: {
      id: known?.id ?? null,
      canLoad: company !== null && can(ctx, 'projects.create'),
      canRemove: can(ctx, 'projects.delete'),
    },
  }
}

/** Loads the sample project into the company's workspace, or removes it from there. */
export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const isLoading = (await readForm(request)).get('verb') === 'load'
  const { locale } = await detectLanguage(request, ctx.actor.locale)
  return handleButton(request, '/tour', () => {
    if (!isLoading) {
      removeSampleProject(ctx)
      return redirectWithFlash(request, '/dashboard', { tone: 'success', text: { key: 'tour:removed' } })
    }
    const { id } = addSampleProject(ctx, sampleWords(locale))
    return redirectWithFlash(request, `/projects/${id}`, { tone: 'success', text: { key: 'tour:loaded' } })
  })
}

/** The sample project, from the tender to the invoice. */
export default function Tour() {
  return <TourView {...useLoaderData<typeof loader>()} />
}
