import { createPath, useLocation } from '@remix-run/react'
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { closeOnMessages, launcherIsOpen, subscribeToLauncher } from '#app/features/messages/client/launcher-clicks.ts'
import { closeLauncher, followHistory } from '#app/features/messages/client/panel-history.ts'

const never = () => false

/** The chat panel, once the header's link was clicked and its code has loaded. Without its code the link opens its page. */
export function PanelByLink() {
  const location = useLocation()
  const { pathname, key } = location
  const [Panel, setPanel] = useState<ComponentType<{ onClose: () => void }> | null>(null)
  const open = useSyncExternalStore(subscribeToLauncher, launcherIsOpen, never)
  const address = createPath(location)
  useEffect(() => followHistory(key, address), [key, address])
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
