import type { emojiNames } from '#app/ui/media/emoji.ts'

/** Limits of messages (MSG-3, MSG-7). */
export const messagesPerPage = 50
export const replyTextLength = 120
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
