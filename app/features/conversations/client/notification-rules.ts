import type { PresenceStatus } from '#db/vocabulary/chat.ts'

export type NotificationFacts = {
  /** Whether this window has the focus; the worker asks the others. */
  focused: boolean
  authorId: string | null
  viewerId: string
  muted: boolean
  /** The viewer's own status. */
  status: PresenceStatus | undefined
}

/** Whether to tell of a message: this window is not focused, it was written by somebody else, and neither muted nor "do not disturb". */
export function shouldNotify({ focused, authorId, viewerId, muted, status }: NotificationFacts): boolean {
  if (focused || muted || status === 'dnd') return false
  return authorId !== null && authorId !== viewerId
}
