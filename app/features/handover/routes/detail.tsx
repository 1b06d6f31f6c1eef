import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import { handoverPath, loadHandoverPage } from '#app/features/handover/handover-page.server.ts'
import { HandoverView } from '#app/features/handover/ui/handover-view.tsx'
import { readForm } from '#app/platform/forms/form.server.ts'
import { submissionIdOf } from '#app/platform/forms/submission-id.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'handover:title', description: 'handover:description' }

export const loader = ({ request, params }: LoaderFunctionArgs) => loadHandoverPage(request, params.contractId)

/** Calls the handover. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  const path = handoverPath(contractId)
  const form = await readForm(request)
  const of = { contractId, submissionId: submissionIdOf(form) }
  const part = form.has('isPart') ? { milestoneIds: form.getAll('milestoneIds').map(String) } : {}
  return handleButton(request, path, () => {
    callHandover(ctx, { ...of, ...part })
    return redirectWithFlash(request, path, { tone: 'success', text: { key: 'handover:flash.called' } })
  })
}

/** The handover of a contract: the latest, with links to those before. */
export default function Handover() {
  return <HandoverView page={useLoaderData<typeof loader>()} />
}
