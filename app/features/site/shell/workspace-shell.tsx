import { useFetchers } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChatLauncher } from '#app/features/messages/ui/chat-launcher.tsx'
import { usePageTitle } from '#app/ui/page-title.ts'
import { useLoaded } from '#app/ui/use-loaded.ts'
import { Header, titleId } from './header.tsx'
import { navigationFor } from './navigation.ts'
import { PageProgress } from './page-progress.tsx'
import type { ShellData } from './shell.server.ts'
import { menuId, Sidebar } from './sidebar.tsx'

const contentId = 'content'

/** Apart from the page: it is wanted once the page is there. */
const importNavigation = () => import('./page-navigation.ts').then(({ PageNavigation }) => PageNavigation)

/** The frame of the workspace: menu, header with the page's title, and the page. `failed` leaves the title to an error screen. */
export function WorkspaceShell({
  shell,
  failed,
  children,
}: {
  shell: ShellData
  failed?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('shell')
  const { heading, description } = usePageTitle()
  const PageNavigation = useLoaded(importNavigation)
  const folding = useFetchers()
    .find((fetcher) => fetcher.key === menuId)
    ?.formData?.get('collapsed')
  const collapsed = folding ? folding === 'true' : shell.collapsed
  return (
    <div className="group/shell flex min-h-dvh" data-collapsed={collapsed || undefined}>
      <a
        href={`#${contentId}`}
        className="fixed start-4 top-3 z-50 -translate-y-20 rounded-md bg-primary px-4 py-2 text-sm font-medium text-primary-foreground focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <Sidebar groups={navigationFor(shell.facts)} collapsed={collapsed} />
      <PageProgress />
      <ChatLauncher />
      {PageNavigation && <PageNavigation contentId={contentId} />}
      <div id="workspace-page" className="flex min-w-0 flex-1 flex-col">
        <Header title={failed ? null : heading} description={failed ? null : description} shell={shell} />
        <main
          id={contentId}
          tabIndex={-1}
          aria-labelledby={failed || !heading ? undefined : titleId}
          className="mx-auto w-full max-w-7xl min-w-0 flex-1 px-4 py-6 sm:px-6 lg:px-8 lg:py-8 print:p-0"
        >
          {children}
        </main>
      </div>
    </div>
  )
}
