import { useNavigate } from '@remix-run/react'
import { type ComponentProps, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ChatActions, ChatModel } from '#app/features/conversations/ui/chat-model.ts'
import type { ChatScreen } from './chat-screen.tsx'
import { LiveScreen } from './live-screen.tsx'

/** Chat as a page: what the loader said, kept up to date where scripts run. */
export function LivePage({ model: loaded, ...screen }: Omit<ComponentProps<typeof ChatScreen>, 'face'>) {
  const { model, actions, shortcuts } = useLiveChat(loaded, { partial: Boolean(screen.q) })
  return <LiveScreen {...screen} face="page" model={model} actions={actions} shortcuts={shortcuts} />
}

type Client = typeof import('#app/features/messages/client/page-client.ts')['pageClient']

const nobody = () => () => {}
const never = () => false
/** On the server there is no layout, and React complains of an effect on it. */
const useBrowserEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * The live chat of a page: what its loader said until the client has come, and from then on what the store says. The client
 * loads after the page is there.
 */
export function useLiveChat(
  initial: ChatModel,
  { partial = false }: { partial?: boolean } = {},
): { model: ChatModel; actions: ChatActions | null; shortcuts: () => boolean } {
  const navigate = useNavigate()
  const go = useRef(navigate)
  go.current = navigate
  const [client, setClient] = useState<Client | null>(null)
  const [seeded, setSeeded] = useState<ChatModel | null>(null)
  useEffect(() => {
    let here = true
    import('#app/features/messages/client/page-client.ts').then(
      ({ pageClient }) => here && setClient(pageClient),
      // Forms and links go on working.
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
  // Left before the next page is entered: that one's conversation is not to be closed.
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
  // A conversation that was just entered is drawn before it is seeded: its field begins with this.
  const entered = useMemo(() => client?.withUnsaved(initial) ?? initial, [client, initial])
  const model = live && seeded === initial ? live : entered
  const shortcuts = client?.shortcuts ?? never
  const shown = useMemo(() => {
    if (!partial || model === entered) return model
    // The list as the address narrows it.
    const wanted = new Set(initial.conversations.map(({ id }) => id))
    return { ...model, conversations: model.conversations.filter(({ id }) => wanted.has(id)) }
  }, [model, partial, initial, entered])
  return { model: shown, actions, shortcuts }
}
