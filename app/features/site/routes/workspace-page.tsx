import { Outlet, useLocation, useOutletContext } from '@remix-run/react'
import { useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import { buildNavigation, listAbove } from '#app/features/site/shell/navigation.ts'
import { PageFrame } from '#app/features/site/shell/page-frame.tsx'
import type { ShellData } from '#app/features/site/shell/shell.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
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
      <RouteError back={<BackToList shell={shell} />} />
    </PageFrame>
  )
}

/** Leads from a page that is missing or closed to the list it would be in, if the reader may open that. */
function BackToList({ shell }: { shell: ShellData }) {
  const { t } = useTranslation('shell')
  const list = listAbove(buildNavigation(shell.facts), useLocation().pathname)
  return (
    list && (
      <ButtonLink to={list.to} icon={list.icon}>
        {t(`items.${list.name}`)}
      </ButtonLink>
    )
  )
}
