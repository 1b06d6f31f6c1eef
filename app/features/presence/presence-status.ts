import type { PresenceStatus } from '#db/vocabulary/chat.ts'

export type PresenceView = { status: PresenceStatus; customText: string; lastSeenAt: number | null }

/** Of what somebody says beside their status, in characters. */
export const statusTextLength = 140

/** From the last sign of life in any tab until somebody counts as away (ms). */
export const idleAfter = 5 * 60_000

/** What somebody's sockets say: none, all of them idle, or one in use. */
export type Connection = 'gone' | 'idle' | 'active'

const automatic: Record<Connection, PresenceStatus> = { gone: 'offline', idle: 'away', active: 'online' }

/** What somebody chose is stronger than what their sockets say; nothing chosen (null) is automatic. */
export function effectiveStatus(chosen: PresenceStatus | null, connection: Connection): PresenceStatus {
  return chosen ?? automatic[connection]
}

/** What others see of somebody. Whoever chose to be offline does not show when they were here, either. */
export function presenceView(
  said: { chosen: PresenceStatus | null; customText: string; lastSeenAt: number | null },
  connection: Connection,
): PresenceView {
  const { chosen, customText, lastSeenAt } = said
  const hidden = chosen === 'offline' || connection !== 'gone'
  return { status: effectiveStatus(chosen, connection), customText, lastSeenAt: hidden ? null : lastSeenAt }
}
