import type { CallType } from '#db/vocabulary/calls.ts'

/** A call or broadcast that somebody has asked for by a link with `data-call`, which leads to a page where scripts are off. */
export type AskedCall = {
  kind: 'call' | 'join' | 'broadcast'
  callType: CallType
  conversationId: string | null
  userId: string | null
  name: string
}

let asked: AskedCall | null = null
const listeners = new Set<() => void>()

function setAsked(next: AskedCall | null): void {
  asked = next
  for (const listener of [...listeners]) listener()
}

/** Links and buttons that begin a call or a broadcast; `join`, `back` and `broadcast` name the conversation. */
const selector = '[data-call], [data-call-join], [data-call-back], [data-broadcast]'

/** What a link or button asks for by its attributes. */
export function askedBy(data: DOMStringMap): AskedCall {
  const { call, callJoin, callBack, broadcast, callType = call, conversation, user = null, callName = '' } = data
  return {
    kind: broadcast !== undefined ? 'broadcast' : callJoin || call === 'join' ? 'join' : 'call',
    // A meeting has pictures unless its link says otherwise.
    callType: callType === 'voice' || (callType !== 'video' && !callJoin) ? 'voice' : 'video',
    conversationId: callJoin ?? callBack ?? conversation ?? (broadcast || null),
    userId: user,
    name: callName,
  }
}

function click(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null
  if (!link || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  // Only a link's own handler would follow it otherwise.
  event.stopPropagation()
  for (const menu of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) menu.hidePopover()
  setAsked(askedBy(link.dataset))
}

if (typeof document !== 'undefined') document.addEventListener('click', click, { capture: true })

/** The call that was asked for and has not begun. */
export const askedCall = (): AskedCall | null => asked

export const subscribeToAsked = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const takeAsked = (): void => setAsked(null)
