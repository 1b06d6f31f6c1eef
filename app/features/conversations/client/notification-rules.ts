import type { NotificationLevel, PresenceStatus } from '#db/vocabulary/chat.ts'

export type NotificationFacts = {
  /** Whether this window has the focus; the worker asks the others. */
  focused: boolean
  authorId: string | null
  viewerId: string
  level: NotificationLevel
  /** Whether the message mentions or answers the viewer. */
  mentioned: boolean
  /** The viewer's own status. */
  status: PresenceStatus | undefined
}

/** Whether to tell of a message: this window is not focused, somebody else wrote it, the viewer may be disturbed, and wants to be told (MSG-12, MSG-27). */
export function shouldNotify({ focused, authorId, viewerId, level, mentioned, status }: NotificationFacts): boolean {
  if (focused || status === 'dnd' || level === 'none' || (level === 'mentions' && !mentioned)) return false
  return authorId !== null && authorId !== viewerId
}
