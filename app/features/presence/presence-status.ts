import type { PresenceStatus } from '#db/vocabulary/chat.ts'

export type PresenceView = { status: PresenceStatus; customText: string; lastSeenAt: number | null }

/** Most characters of the text beside a status. */
export const statusTextLength = 140

/** How long after the last activity in any tab a user counts as away (ms). */
export const idleAfter = 5 * 60_000

/** The state of a user's sockets: none, all idle, or at least one in use. */
export type Connection = 'gone' | 'idle' | 'active'

const automatic: Record<Connection, PresenceStatus> = { gone: 'offline', idle: 'away', active: 'online' }

/** The chosen status, or if there is none (null) the one that follows from the user's sockets. */
export function effectiveStatus(chosen: PresenceStatus | null, connection: Connection): PresenceStatus {
  return chosen ?? automatic[connection]
}

/** A user's presence as others see it. For users who chose to be offline, the time of their last visit is hidden too. */
export function presenceView(
  userStatus: { chosen: PresenceStatus | null; customText: string; lastSeenAt: number | null },
  connection: Connection,
): PresenceView {
  const { chosen, customText, lastSeenAt } = userStatus
  const hidden = chosen === 'offline' || connection !== 'gone'
  return { status: effectiveStatus(chosen, connection), customText, lastSeenAt: hidden ? null : lastSeenAt }
}
