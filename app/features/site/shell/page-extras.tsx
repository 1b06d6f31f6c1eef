import { useEffect, useState, useSyncExternalStore } from 'react'
import { askedCall, subscribeToAsked } from '#app/features/calls/client/call-clicks.ts'
import { useIsRefused } from '#app/ui/refused-addresses.ts'
import { loaderOf, useLoaded } from '#app/ui/use-loaded.ts'
import { useMenuClosing } from '#app/ui/use-menu-closing.ts'
import { QuickDialogs } from './quick-dialogs.tsx'
import { useTypedForm } from './unsaved-forms.ts'
import { useDrawer } from './use-drawer.ts'
import { useSearchKeys } from './use-search-keys.ts'

const importUnsavedWork = loaderOf(
  () => import('./unsaved-work.tsx'),
  ({ UnsavedWork }) => UnsavedWork,
)

const importCalls = loaderOf(
  () => import('#app/features/calls/ui/call-companion.tsx'),
  ({ CallCompanion }) => CallCompanion,
)

const importKeptPages = loaderOf(
  () => import('./kept-pages.tsx'),
  ({ KeptPages }) => KeptPages,
)

/** Calls ring on every page, once it is there; one that was asked for begins at once. */
function useCalls() {
  const [pageIsDone, setPageIsDone] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setPageIsDone, 1_000, true)
    return () => clearTimeout(timer)
  }, [])
  const asked = useSyncExternalStore(subscribeToAsked, askedCall, () => null) !== null
  const closed = useIsRefused('/messages')
  return useLoaded(importCalls, !closed && (pageIsDone || asked))
}

/** What no page needs at once: calls, keys that lead to the search, what closes menus, the focus in the drawer, the dialogs of the floating buttons, the copies to read without a connection, and the question before unsaved work is left. */
export function PageExtras({
  menuId,
  shortcuts,
  keepsFor,
}: {
  menuId: string
  shortcuts: boolean
  keepsFor: string | null
}) {
  useSearchKeys(shortcuts)
  useMenuClosing()
  useDrawer(menuId)
  const typed = useTypedForm()
  const UnsavedWork = useLoaded(importUnsavedWork, typed !== null)
  const Calls = useCalls()
  // Without a worker nothing reads what was kept, and nothing is kept for whoever did not ask for it.
  const [hasWorker] = useState(() => Boolean(navigator.serviceWorker?.controller))
  const KeptPages = useLoaded(importKeptPages, keepsFor !== null || hasWorker)
  return (
    <>
      {UnsavedWork && typed && <UnsavedWork first={typed} />}
      {Calls && <Calls />}
      <QuickDialogs />
      {KeptPages && <KeptPages owner={keepsFor} />}
    </>
  )
}
