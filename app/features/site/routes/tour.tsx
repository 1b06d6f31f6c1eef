import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { sampleAt, tourSteps } from '#app/features/site/tour/sample.ts'
import { readSampleShown, writeSample } from '#app/features/site/tour/sample-cookie.server.ts'
import { TourView } from '#app/features/site/tour/tour-view.tsx'
import { readForm } from '#app/platform/forms/form.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'tour:title', description: 'tour:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request)
  const asked = new URL(request.url).searchParams.get('step')
  const step = tourSteps.find((each) => each === asked) ?? tourSteps[0]
  return { sample: sampleAt(step), shown: await readSampleShown(request) }
}

/** Shows the sample project on the dashboard of this browser, or removes it from there. */
export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request)
  const form = await readForm(request)
  const cookie = await writeSample(form.get('show') === 'yes')
  return redirect('/dashboard', { status: 303, headers: { 'Set-Cookie': cookie } })
}

/** The sample project, from the tender to the invoice. */
export default function Tour() {
  return <TourView {...useLoaderData<typeof loader>()} />
}
