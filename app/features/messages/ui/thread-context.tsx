import { type AnchorHTMLAttributes, createContext, type FormEvent, forwardRef, type ReactNode, useContext } from 'react'
import type { ConversationDetail } from '#app/features/conversations/conversation-view.ts'
import { type ShownMessage, useChatActions } from '#app/features/conversations/ui/chat-model.ts'
import { useIsRefused } from '#app/ui/refused-addresses.ts'

/** The surroundings of the messages in a thread, and their actions, which are null without scripts. */
export type ThreadContextValue = {
  conversation: ConversationDetail
  viewerId: string
  /** Shown in a frame; links and forms target the page. */
  framed: boolean
  /** Shown on the page of one message, which has the buttons below it. */
  alone?: boolean
  reply: ((message: ShownMessage) => void) | null
  edit: ((message: ShownMessage) => void) | null
  /** Where a message is answered, if not in its conversation. */
  replyLink?: (messageId: string) => string
  /** Takes back a message that was not sent, so that it can be written on. */
  giveBack?: ((clientId: string) => void) | null
  openMenu: ((message: ShownMessage, button: HTMLElement) => void) | null
}

export const ThreadContext = createContext<ThreadContextValue | null>(null)

export function useThreadContext(): ThreadContextValue {
  const place = useContext(ThreadContext)
  if (!place) throw new Error('useThreadContext: outside of a thread')
  return place
}

/** A link in the thread, which targets the page if it is in a frame. It is a plain link, because there are two per message. */
export const ThreadLink = forwardRef<HTMLAnchorElement, { to: string } & AnchorHTMLAttributes<HTMLAnchorElement>>(
  function ThreadLink({ to, ...rest }, ref) {
    const { framed } = useThreadContext()
    return <a ref={ref} href={to} target={framed ? '_parent' : undefined} {...rest} />
  },
)

/** A form for an action route (`/messages/…`). With scripts it is posted without leaving the page. */
export function ActionForm({
  action,
  className,
  onDone,
  children,
}: {
  action: string
  className?: string
  onDone?: () => void
  children: ReactNode
}) {
  const actions = useChatActions()
  const refused = useIsRefused(action, 'post')
  const framed = useContext(ThreadContext)?.framed
  function post(event: FormEvent<HTMLFormElement>) {
    if (!actions) return
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    void actions.submitForm(action, new FormData(event.currentTarget, submitter)).then((done) => done && onDone?.())
  }
  if (refused) return null
  return (
    <form method="post" action={action} target={framed ? '_parent' : undefined} className={className} onSubmit={post}>
      {children}
    </form>
  )
}
