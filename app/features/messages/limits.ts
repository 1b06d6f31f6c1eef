import type { emojiNames } from '#app/ui/media/emoji.ts'

/** Limits of messages (MSG-3, MSG-7). */
export const messagesPerPage = 50
export const replyTextLength = 120
/** How many answers, and how many messages that they lead back to, the page of a chain shows: the earliest answers (MSG-21). */
export const maxInChain = 500
/** Of how many answers, the newest, a message knows where they stand; one that has as many is said to have more than one fewer. */
export const maxCountedReplies = 100
/** How many messages a person saves at most (MSG-22). */
export const maxSaved = 1_000
/** How many messages one exported file has (MSG-23). */
export const maxExported = 1_000
/** Most characters of a note on a milestone (MSG-24). */
export const maxNoteLength = 5_000
/** How many messages a person has waiting to be sent, and how far ahead (MSG-25). */
export const maxScheduled = 100
export const maxScheduledAheadMs = 366 * 24 * 3_600_000
/** The options of a poll, and the most characters of one and of its question (MSG-28). */
export const pollOptions = { least: 2, most: 10 } as const
export const maxOptionLength = 100
export const maxQuestionLength = 300
/** How many conversations a message is forwarded to at once (MSG-20). */
export const maxForwards = 10
/** How long a conversation has to be open before it counts as read (ms). */
export const markReadDelay = 1_000

/** The 16 emoji of the reaction picker; the first 8 are shown without expanding it. */
export const reactionEmoji = [
  '👍',
  '❤️',
  '😂',
  '😮',
  '😢',
  '🙏',
  '🎉',
  '👏',
  '🔥',
  '✅',
  '👀',
  '💯',
  '🤔',
  '👎',
  '🚧',
  '🏗️',
] as const satisfies readonly (keyof typeof emojiNames)[]

/** How many messages pending approval an admin sees in the thread; the details page has the others. */
export const heldInThread = 20
