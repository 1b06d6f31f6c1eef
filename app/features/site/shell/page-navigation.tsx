import { type ComponentType, useCallback, useState } from 'react'
import { useIsRefused } from '#app/ui/refused-addresses.ts'
import { PageProgress } from './page-progress.tsx'
import { PanelByLink } from './panel-by-link.tsx'
import { useModulePreload } from './use-module-preload.ts'
import { usePageCode } from './use-page-code.ts'
import { usePageFocus } from './use-page-focus.ts'
import { usePageLinks } from './use-page-links.ts'

/**
 * What persists during navigation and needs scripts: client-side navigation, its progress, the chat panel, and the notifications
 * under the bell. Until this module has loaded, plain links load documents.
 */
export function PageNavigation({ contentId }: { contentId: string }) {
  const [BellMenu, setBellMenu] = useState<ComponentType<{ onClose: () => void }> | null>(null)
  const openBell = useCallback(() => {
    import('#app/features/notifications/ui/bell-menu.tsx').then(
      (loaded) => setBellMenu(() => loaded.BellMenu),
      () => window.location.assign('/notifications'),
    )
  }, [])
  usePageLinks(openBell)
  useModulePreload()
  usePageCode()
  usePageFocus(contentId)
  const withoutChat = useIsRefused('/messages')
  return (
    <>
      <PageProgress />
      {!withoutChat && <PanelByLink />}
      {BellMenu && <BellMenu onClose={() => setBellMenu(null)} />}
    </>
  )
}
