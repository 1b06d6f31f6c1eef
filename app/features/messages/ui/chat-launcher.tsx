import { useEffect, useState } from 'react'
import { useLoaded } from '#app/ui/use-loaded.ts'

/** Without it the link of the header leads to the page of messages. */
const loadCompanion = () => import('./chat-companion.tsx').then(({ ChatCompanion }) => ChatCompanion)

/** Brings the live chat to any page of the workspace, once the page itself is done. */
export function ChatLauncher() {
  const [pageIsDone, setPageIsDone] = useState(false)
  const Companion = useLoaded(loadCompanion, pageIsDone)
  useEffect(() => {
    const timer = setTimeout(setPageIsDone, 1_000, true)
    return () => clearTimeout(timer)
  }, [])
  return Companion && <Companion />
}
