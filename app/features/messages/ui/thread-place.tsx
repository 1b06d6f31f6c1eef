import { Link } from '@remix-run/react'
import { type AnchorHTMLAttributes, createContext, type FormEvent, forwardRef, type ReactNode, useContext } from 'react'
import type { ConversationDetail } from '#app/features/conversations/conversation-view.ts'
import { type ShownMessage, useChatActions } from '#app/features/conversations/ui/chat-model.ts'

/** Where the messages of a thread stand, and what scripts can do with one of them; null where there are none. */
export type ThreadPlace = {
  conversation: ConversationDetail
  viewerId: string
  /** In the frame of its own, which links and forms leave. */
  framed: boolean
  /** On the page of one message, which has its buttons below. */
  alone?: boolean
  reply: ((message: ShownMessage) => void) | null
  edit: ((message: ShownMessage) => void) | null
  openMenu: ((message: ShownMessage, button: HTMLElement) => void) | null
}

export const ThreadPlaceContext = createContext<ThreadPlace | null>(null)

export function useThreadPlace(): ThreadPlace {
  const place = useContext(ThreadPlaceContext)
  if (!place) throw new Error('useThreadPlace: outside of a thread')
  return place
}

/** A link of the thread: it leaves the frame, if it stands in one. */
export const ThreadLink = forwardRef<HTMLAnchorElement, { to: string } & AnchorHTMLAttributes<HTMLAnchorElement>>(
  function ThreadLink({ to, ...rest }, ref) {
    const { framed } = useThreadPlace()
    return framed ? <a ref={ref} href={to} target="_parent" {...rest} /> : <Link ref={ref} to={to} {...rest} />
  },
)

/** A form of a noun route (`/messages/…`). With scripts it is posted without leaving the page. */
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
  const framed = useContext(ThreadPlaceContext)?.framed
  function post(event: FormEvent<HTMLFormElement>) {
    if (!actions) return
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    void actions.submitForm(action, new FormData(event.currentTarget, submitter)).then((done) => done && onDone?.())
  }
  return (
    <form method="post" action={action} target={framed ? '_parent' : undefined} className={className} onSubmit={post}>
      {children}
    </form>
  )
}
