import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { loadShell } from '#app/features/site/shell/shell.server.ts'
import { WorkspaceShell } from '#app/features/site/shell/workspace-shell.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  return loadShell(await requireUser(request), request)
}

/**
 * The shell stays mounted during navigation. Errors of a page are shown by workspace-page.tsx, errors of the shell by the root.
 */
export default function WorkspaceLayout() {
  const shell = useLoaderData<typeof loader>()
  return (
    <WorkspaceShell collapsed={shell.collapsed} facts={shell.facts}>
      <Outlet context={shell} />
    </WorkspaceShell>
  )
}
