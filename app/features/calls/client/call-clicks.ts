import type { CallType } from '#db/vocabulary/calls.ts'

/** A call that somebody has asked for by a link with `data-call`, which leads to a page where scripts are off. */
export type AskedCall = {
  kind: 'call' | 'join'
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

function click(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-call]') : null
  if (!link || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  // Only a link's own handler would follow it otherwise.
  event.stopPropagation()
  const { call, callType, conversation = null, user = null, callName = '' } = link.dataset
  for (const menu of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) menu.hidePopover()
  setAsked({
    kind: call === 'join' ? 'join' : 'call',
    callType: (call === 'join' ? callType : call) === 'video' ? 'video' : 'voice',
    conversationId: conversation,
    userId: user,
    name: callName,
  })
}

if (typeof document !== 'undefined') document.addEventListener('click', click, { capture: true })

/** The call that was asked for and has not begun. */
export const askedCall = (): AskedCall | null => asked

export const subscribeToAsked = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const takeAsked = (): void => setAsked(null)
