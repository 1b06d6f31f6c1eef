import { Outlet, useOutletContext } from '@remix-run/react'
import { useReducer } from 'react'
import { PageFrame } from '#app/features/site/shell/page-frame.tsx'
import type { ShellData } from '#app/features/site/shell/shell.server.ts'
import { RestartPage } from '#app/ui/forms/restart-page.ts'
import { RouteError } from '#app/ui/route-error.tsx'

/** A layout between the shell and its pages, so that a failing page leaves the shell, its socket and the chat panel intact. */
export default function WorkspacePage() {
  const shell = useOutletContext<ShellData>()
  const [restarts, restart] = useReducer((count: number) => count + 1, 0)
  return (
    <PageFrame shell={shell}>
      <RestartPage.Provider value={restart}>
        <Outlet key={restarts} />
      </RestartPage.Provider>
    </PageFrame>
  )
}

/** Shows the error of a page in its place, within the shell. */
export function ErrorBoundary() {
  const shell = useOutletContext<ShellData>()
  return (
    <PageFrame shell={shell} failed>
      <RouteError />
    </PageFrame>
  )
}
