import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { archiveClient } from '#app/features/clients/archive-client.server.ts'
import { lastPathSegment } from '#app/platform/requests/last-path-segment.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/clients/${params.clientId}`)

/** Archives a client, or puts it back (`/restore`). */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'clients.update')
  const clientId = params.clientId ?? ''
  const archived = lastPathSegment(request) === 'archive'
  return handleButton(request, `/clients/${clientId}`, () => {
    archiveClient(ctx, { clientId, archived })
    const text = { key: archived ? 'clients:done.archived' : 'clients:done.restored' }
    return redirectWithFlash(request, `/clients/${clientId}`, { tone: 'success', text })
  })
}
