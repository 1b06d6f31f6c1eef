import { loaderOf, useLoaded } from '#app/ui/use-loaded.ts'
import { useMenuClosing } from '#app/ui/use-menu-closing.ts'
import { useTypedForm } from './unsaved-forms.ts'
import { useDrawer } from './use-drawer.ts'
import { useSearchKeys } from './use-search-keys.ts'

const importUnsavedWork = loaderOf(
  () => import('./unsaved-work.tsx'),
  ({ UnsavedWork }) => UnsavedWork,
)

/** What no page needs at once: keys that lead to the search, what closes menus, the focus in the drawer, and the question before unsaved work is left. */
export function PageExtras({ menuId, shortcuts }: { menuId: string; shortcuts: boolean }) {
  useSearchKeys(shortcuts)
  useMenuClosing()
  useDrawer(menuId)
  const typed = useTypedForm()
  const UnsavedWork = useLoaded(importUnsavedWork, typed !== null)
  return UnsavedWork && typed && <UnsavedWork first={typed} />
}
