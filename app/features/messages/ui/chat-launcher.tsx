import { useEffect, useState } from 'react'
import { useLoaded } from '#app/ui/use-loaded.ts'

/** Until it has loaded, the header's link opens the messages page. */
const loadCompanion = () => import('./chat-companion.tsx').then(({ ChatCompanion }) => ChatCompanion)

/** Loads the live chat on any page of the workspace, once the page itself has loaded. */
export function ChatLauncher() {
  const [pageIsDone, setPageIsDone] = useState(false)
  const Companion = useLoaded(loadCompanion, pageIsDone)
  useEffect(() => {
    const timer = setTimeout(setPageIsDone, 1_000, true)
    return () => clearTimeout(timer)
  }, [])
  return Companion && <Companion />
}
