import { useLocation } from '@remix-run/react'
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import {
  closeLauncher,
  closeOnMessages,
  launcherIsOpen,
  subscribeToLauncher,
} from '#app/features/messages/client/launcher-clicks.ts'

const never = () => false

/** The chat panel, once the header's link was clicked and its code has loaded. Without its code the link opens its page. */
export function PanelByLink() {
  const { pathname } = useLocation()
  const [Panel, setPanel] = useState<ComponentType<{ onClose: () => void }> | null>(null)
  const open = useSyncExternalStore(subscribeToLauncher, launcherIsOpen, never)
  useEffect(() => closeOnMessages(pathname), [pathname])
  useEffect(() => {
    if (!open || Panel) return
    import('#app/features/messages/ui/panel/chat-panel.tsx').then(
      (loaded) => setPanel(() => loaded.ChatPanel),
      () => window.location.assign('/messages'),
    )
  }, [open, Panel])
  return open && Panel ? <Panel onClose={closeLauncher} /> : null
}
