import { useLocation } from '@remix-run/react'
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import {
  closeLauncher,
  closeOnMessages,
  launcherIsOpen,
  subscribeToLauncher,
} from '#app/features/messages/client/launcher-clicks.ts'
import { loaderOf, useLoaded } from '#app/ui/use-loaded.ts'

const loadCompanion = loaderOf(
  () => import('./chat-companion.tsx'),
  ({ ChatCompanion }) => ChatCompanion,
)

/** The chat on any page of the workspace: the panel as soon as it is asked for, the live chat once the page itself has loaded. */
export function ChatLauncher() {
  const [pageIsDone, setPageIsDone] = useState(false)
  const Companion = useLoaded(loadCompanion, pageIsDone)
  useEffect(() => {
    const timer = setTimeout(setPageIsDone, 1_000, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <PanelByLink />
      {Companion && <Companion />}
    </>
  )
}

const never = () => false

/** The panel, once the header's link was clicked and its code has loaded. Without its code the link opens its page. */
function PanelByLink() {
  const { pathname } = useLocation()
  const [Panel, setPanel] = useState<ComponentType<{ onClose: () => void }> | null>(null)
  const open = useSyncExternalStore(subscribeToLauncher, launcherIsOpen, never)
  useEffect(() => closeOnMessages(pathname), [pathname])
  useEffect(() => {
    if (!open || Panel) return
    import('./chat-panel.tsx').then(
      (loaded) => setPanel(() => loaded.ChatPanel),
      () => window.location.assign('/messages'),
    )
  }, [open, Panel])
  return open && Panel ? <Panel onClose={closeLauncher} /> : null
}
