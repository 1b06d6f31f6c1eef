import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/** Loads the page again when something in the conversation changes: a new message, a change of one, or an end of the membership. */
export function useRevalidateLive(conversationId: string): void {
  const { revalidate } = useRevalidator()
  const load = useRef(revalidate)
  load.current = revalidate
  useEffect(() => {
    let stop: (() => void) | null = null
    let gone = false
    import('#app/features/messages/client/live-chat.ts').then(
      ({ liveChat, retainLiveChat }) => {
        if (gone) return
        const release = retainLiveChat()
        const { store } = liveChat()
        const revOf = () => store.get().conversations.get(conversationId)?.lastRev
        let known = revOf()
        const unsubscribe = store.subscribe(() => {
          const rev = revOf()
          if (rev === known) return
          // The list has only just been loaded.
          if (known !== undefined) load.current()
          known = rev
        })
        stop = () => {
          unsubscribe()
          release()
        }
      },
      // Without the live chat the page is as current as its last load.
      () => {},
    )
    return () => {
      gone = true
      stop?.()
    }
  }, [conversationId])
}
