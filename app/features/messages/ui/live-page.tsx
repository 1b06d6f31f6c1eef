import type { ComponentProps } from 'react'
import type { ChatScreen } from './chat-screen.tsx'
import { LiveScreen } from './live-screen.tsx'
import { useLiveChat } from './use-live-chat.ts'

/** Chat as a page: what the loader said, kept up to date where scripts run. */
export function LivePage({ model: loaded, ...screen }: Omit<ComponentProps<typeof ChatScreen>, 'face'>) {
  const { model, actions, shortcuts } = useLiveChat(loaded, { partial: Boolean(screen.q) })
  return <LiveScreen {...screen} face="page" model={model} actions={actions} shortcuts={shortcuts} />
}
