import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ClientLoaderFunctionArgs, Outlet, useLoaderData } from '@remix-run/react'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { loadShell } from '#app/features/site/shell/shell.server.ts'
import { WorkspaceShell } from '#app/features/site/shell/workspace-shell.tsx'
import { loadOrKeep } from '#app/ui/keep-shown.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  return loadShell(await requireUser(request), request)
}

const routeId = 'features/site/routes/workspace-layout'

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return loadOrKeep(routeId, () => serverLoader<typeof loader>())
}

/**
 * The shell stays mounted during navigation. Errors of a page are shown by workspace-page.tsx, and so is that the shell could not be
 * loaded again; only if it has never been loaded, the root shows its error.
 */
export default function WorkspaceLayout() {
  const shell = useLoaderData<typeof loader>()
  return (
    <WorkspaceShell {...shell}>
      <Outlet context={shell} />
    </WorkspaceShell>
  )
}
