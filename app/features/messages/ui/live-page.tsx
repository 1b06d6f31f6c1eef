import { useNavigate } from '@remix-run/react'
import { type ComponentProps, startTransition, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ChatActions, ChatModel } from '#app/features/conversations/ui/chat-model.ts'
import type { ChatScreen } from './chat-screen.tsx'
import { LiveScreen } from './live-screen.tsx'
import { useBrowserEffect } from './use-reading-place.ts'

/** The chat page: the loader's data, kept up to date if scripts run. */
export function LivePage({ model: loaded, ...screen }: Omit<ComponentProps<typeof ChatScreen>, 'variant'>) {
  const { q, filter = 'all', hasMore = false } = screen
  const { model, actions, shortcuts } = useLiveChat(loaded, {
    found: Boolean(q),
    partial: Boolean(q) || filter !== 'all' || hasMore,
  })
  // The live client loads the others.
  const isPart = hasMore && model.conversations.length <= loaded.conversations.length
  return (
    <LiveScreen {...screen} hasMore={isPart} variant="page" model={model} actions={actions} shortcuts={shortcuts} />
  )
}

type Client = typeof import('#app/features/messages/client/page-client.ts')['pageClient']

const nobody = () => () => {}
const never = () => false

/**
 * The live chat of a page: the loader's model until the client has loaded, and the store's from then on. The client loads after
 * the page.
 */
export function useLiveChat(
  initial: ChatModel,
  { found = false, partial = found }: { found?: boolean; partial?: boolean } = {},
): { model: ChatModel; actions: ChatActions | null; shortcuts: () => boolean } {
  const navigate = useNavigate()
  const go = useRef(navigate)
  go.current = navigate
  const [client, setClient] = useState<Client | null>(null)
  const [seeded, setSeeded] = useState<ChatModel | null>(null)
  useEffect(() => {
    let here = true
    import('#app/features/messages/client/page-client.ts').then(
      // In a transition, because it renders the whole page again: the browser takes inputs meanwhile.
      ({ pageClient }) => here && startTransition(() => setClient(pageClient)),
      // Forms and links still work.
      () => {},
    )
    return () => {
      here = false
    }
  }, [])
  useBrowserEffect(() => {
    if (!client) return
    client.seed(initial, partial)
    setSeeded(initial)
  }, [client, initial, partial])
  // A layout effect, so that this page leaves before the next one enters, whose conversation must not be closed.
  useBrowserEffect(() => client?.enter(), [client])
  const live = useSyncExternalStore(
    client?.subscribe ?? nobody,
    () => client?.model() ?? null,
    () => null,
  )
  const actions = useMemo(
    () => client?.actions((id) => go.current(id ? `/messages/${id}` : '/messages')) ?? null,
    [client],
  )
  // The first render of a new conversation comes before `seed`, and its field needs the unsaved draft.
  const entered = useMemo(() => client?.withUnsaved(initial) ?? initial, [client, initial])
  const model = live && seeded === initial ? live : entered
  const shortcuts = client?.shortcuts ?? never
  const shown = useMemo(() => {
    if (!found || model === entered) return model
    // Only the results of the search in the URL.
    const wanted = new Set(initial.conversations.map(({ id }) => id))
    return { ...model, conversations: model.conversations.filter(({ id }) => wanted.has(id)) }
  }, [model, found, initial, entered])
  return { model: shown, actions, shortcuts }
}
