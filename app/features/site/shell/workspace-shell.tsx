import { useFetchers } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChatLauncher } from '#app/features/messages/ui/chat-launcher.tsx'
import { RefusedAddressesContext } from '#app/ui/refused-addresses.ts'
import { loaderOf, useLoaded } from '#app/ui/use-loaded.ts'
import { buildNavigation } from './navigation.ts'
import { contentId } from './page-frame.tsx'
import type { ShellData } from './shell.server.ts'
import { menuId, Sidebar } from './sidebar.tsx'

/** A separate chunk, because it is needed only after the page has loaded. */
const importNavigation = loaderOf(
  () => import('./page-navigation.tsx'),
  ({ PageNavigation }) => PageNavigation,
)

const importExtras = loaderOf(
  () => import('./page-extras.tsx'),
  ({ PageExtras }) => PageExtras,
)

/** The parts that persist during navigation: the menu and the live chat. The page is the children. */
export function WorkspaceShell({
  collapsed,
  facts,
  waiting,
  shortcuts,
  keepsFor,
  children,
}: Pick<ShellData, 'collapsed' | 'facts' | 'waiting' | 'shortcuts' | 'keepsFor'> & { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const PageNavigation = useLoaded(importNavigation)
  const PageExtras = useLoaded(importExtras)
  const folding = useFetchers()
    .find((fetcher) => fetcher.key === menuId)
    ?.formData?.get('collapsed')
  const folded = folding ? folding === 'true' : collapsed
  const { refused } = facts
  return (
    <RefusedAddressesContext.Provider value={refused}>
      <div className="group/shell flex min-h-dvh" data-collapsed={folded || undefined}>
        <a
          href={`#${contentId}`}
          className="fixed start-4 top-3 z-50 -translate-y-20 rounded-md bg-primary px-4 py-2 text-sm font-medium text-primary-foreground focus:translate-y-0 print:hidden"
        >
          {t('skip')}
        </a>
        <Sidebar groups={buildNavigation(facts)} collapsed={folded} waiting={waiting} />
        <ChatLauncher />
        {PageNavigation && <PageNavigation contentId={contentId} />}
        {PageExtras && <PageExtras menuId={menuId} shortcuts={shortcuts} keepsFor={keepsFor} />}
        {children}
      </div>
    </RefusedAddressesContext.Provider>
  )
}
