import type { LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, Outlet, useLoaderData, useMatches, useRouteError } from '@remix-run/react'
import { useContext } from 'react'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { useRootData } from '#app/features/site/shell/root-data.ts'
import { loadShell, type ShellData } from '#app/features/site/shell/shell.server.ts'
import { WorkspaceShell } from '#app/features/site/shell/workspace-shell.tsx'
import { ErrorScreen } from '#app/ui/error-screen.tsx'
import { RequestIdContext } from '#app/ui/page-handle.ts'
import { useText } from '#app/ui/text.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  return loadShell(await requireUser(request), request)
}

export default function WorkspaceLayout() {
  const shell = useLoaderData<typeof loader>()
  return (
    <WorkspaceShell shell={shell}>
      <Outlet />
    </WorkspaceShell>
  )
}

/** What went wrong in a page of the workspace is said inside the shell, where the menu leads on. */
export function ErrorBoundary() {
  const error = useRouteError()
  const text = useText()
  const requestId = useContext(RequestIdContext)
  const shell = useMatches().find((match) => match.id.endsWith('workspace-layout'))?.data as ShellData | undefined
  const response = isRouteErrorResponse(error) ? error : null
  // What we threw is a key; what Remix says by itself is for programmers.
  const key = typeof response?.data === 'string' ? response.data : ''
  const screen = (
    <ErrorScreen
      full={!shell}
      status={response?.status ?? 500}
      requestId={useRootData()?.requestId ?? requestId}
      homeTo={shell ? '/dashboard' : '/'}
    >
      {text(key) === key ? undefined : text(key)}
    </ErrorScreen>
  )
  return shell ? (
    <WorkspaceShell shell={shell} failed>
      {screen}
    </WorkspaceShell>
  ) : (
    <main>{screen}</main>
  )
}
