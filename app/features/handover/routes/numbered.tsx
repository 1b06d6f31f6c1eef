import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { handoverNumber, loadHandoverPage } from '#app/features/handover/handover-page.server.ts'
import { HandoverView } from '#app/features/handover/ui/handover-view.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'handover:title', description: 'handover:description' }

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  loadHandoverPage(request, params.contractId, handoverNumber(params.number))

/** One of the handovers of a contract by its number, also one that was refused or returned. */
export default function NumberedHandover() {
  return <HandoverView page={useLoaderData<typeof loader>()} />
}
