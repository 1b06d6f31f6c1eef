/** Who may watch a broadcast: the members of a conversation, or everybody in the host's company. */
export const broadcastAudiences = ['conversation', 'company'] as const
export type BroadcastAudience = (typeof broadcastAudiences)[number]

/**
 * `live`, then `ended` while what is on its way arrives and its recording is finished, then `recorded`, or `unrecorded` if nothing had come.
 * A `removed` one has no recording any more.
 */
export const broadcastStates = ['live', 'ended', 'recorded', 'unrecorded', 'removed'] as const
export type BroadcastState = (typeof broadcastStates)[number]

/** Why a broadcast is over. */
export const broadcastEndReasons = [
  /** The host ended it for all. */
  'ended',
  /** Nothing came from the host for 30 seconds. */
  'host_gone',
  /** The server was restarted. */
  'interrupted',
  /** It had lasted as long as a broadcast may. */
  'too_long',
  /** The host may no longer broadcast to its audience. */
  'access_lost',
] as const
export type BroadcastEndReason = (typeof broadcastEndReasons)[number]

/** How its pictures are encoded; the sound is Opus, in WebM. */
export const broadcastFormats = ['vp8', 'vp9'] as const
export type BroadcastFormat = (typeof broadcastFormats)[number]
