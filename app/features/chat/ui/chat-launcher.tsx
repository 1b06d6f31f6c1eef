import { type ComponentType, useEffect, useState } from 'react'

/** Brings the live chat to any page of the workspace, once the page itself is done. */
export function ChatLauncher() {
  const [Companion, setCompanion] = useState<ComponentType | null>(null)
  useEffect(() => {
    // Without it the link of the header leads to the page of messages.
    const load = () =>
      import('./chat-companion.tsx').then(
        (loaded) => setCompanion(() => loaded.ChatCompanion),
        () => {},
      )
    const timer = setTimeout(load, 1_000)
    return () => clearTimeout(timer)
  }, [])
  return Companion && <Companion />
}
