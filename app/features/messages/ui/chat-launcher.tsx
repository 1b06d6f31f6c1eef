import { useEffect, useState } from 'react'
import { launcherIsOpen } from '#app/features/messages/client/launcher-clicks.ts'
import { loaderOf, useLoaded } from '#app/ui/use-loaded.ts'

const loadCompanion = loaderOf(
  () => import('./chat-companion.tsx'),
  ({ ChatCompanion }) => ChatCompanion,
)

/** The live chat on any page of the workspace, once the page itself has loaded or its panel was asked for (panel-by-link.tsx). */
export function ChatLauncher() {
  const [pageIsDone, setPageIsDone] = useState(launcherIsOpen)
  const Companion = useLoaded(loadCompanion, pageIsDone)
  useEffect(() => {
    const timer = setTimeout(setPageIsDone, 1_000, true)
    return () => clearTimeout(timer)
  }, [])
  return Companion && <Companion />
}
