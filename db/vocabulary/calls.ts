/** What a call was started with; the camera can be switched on later in either. */
export const callTypes = ['voice', 'video'] as const
export type CallType = (typeof callTypes)[number]

/** `direct` is between the two of a direct conversation, `group` in any other, `meeting` was entered by its link and rings nobody. */
export const callKinds = ['direct', 'group', 'meeting'] as const
export type CallKind = (typeof callKinds)[number]

/** The states of a call's session. Until somebody has answered, it is `ringing`, which its caller sees as "calling". */
export const callStates = ['ringing', 'connecting', 'connected', 'ended'] as const
export type CallState = (typeof callStates)[number]

/** The states of one person's part in a call. `missed` and `declined` were never in it, `left` was. */
export const participantStates = [
  'ringing',
  'connecting',
  'connected',
  'reconnecting',
  'declined',
  'missed',
  'left',
] as const
export type ParticipantState = (typeof participantStates)[number]

/** Why a call has ended, or why somebody is not, or no longer, in it. */
export const callEndReasons = [
  /** Somebody hung up. */
  'hung_up',
  /** The callee declined. */
  'declined',
  /** The caller ended it before it was answered. */
  'cancelled',
  /** It rang for 60 seconds. */
  'no_answer',
  /** The callee was in another call. */
  'busy',
  /** The callee had chosen not to be disturbed. */
  'do_not_disturb',
  /** The callee had no open page. */
  'offline',
  /** It was answered, but no media flowed within 20 seconds. */
  'failed',
  /** Media or the socket was lost, and did not come back. */
  'connection_lost',
  /** The last one waited alone for 60 seconds. */
  'alone',
  /** The moderator removed the person. */
  'removed',
  /** The person may no longer call in the conversation: they left it, or their account or its settings changed. */
  'access_lost',
  /** The server was restarted, and nobody resumed the call. */
  'interrupted',
] as const
export type CallEndReason = (typeof callEndReasons)[number]

/** As a person's own side measured it, last or on average. */
export const callQualities = ['excellent', 'good', 'fair', 'poor'] as const
export type CallQuality = (typeof callQualities)[number]

/** How a call looks in a person's history. */
export const callDirections = ['incoming', 'outgoing', 'missed'] as const
export type CallDirection = (typeof callDirections)[number]

/** Why nothing is heard from a participant's tab: its socket is gone, or the server was restarted. */
export const callAbsences = ['socket', 'restart'] as const
export type CallAbsence = (typeof callAbsences)[number]

/**
 * `recording` while it is made, `stopped` until what is on its way has come and the file is finished, then `ready`, or `empty` if nothing
 * came. `removed` ones have no file any more.
 */
export const recordingStates = ['recording', 'stopped', 'ready', 'empty', 'removed'] as const
export type RecordingState = (typeof recordingStates)[number]

/** What somebody in a recorded call has said about being recorded; `asked` while they have said nothing. */
export const recordingAnswers = ['asked', 'agreed', 'refused'] as const
export type RecordingAnswer = (typeof recordingAnswers)[number]

/** What a chapter of a recording begins with. */
export const chapterKinds = ['start', 'join', 'screen'] as const
export type ChapterKind = (typeof chapterKinds)[number]
