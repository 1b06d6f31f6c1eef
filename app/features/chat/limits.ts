/** Limits of chat (collaboration specification, sections 5 and 9; design: realtime). */
export const maxTextLength = 16_000
export const maxNameLength = 100
export const maxDescriptionLength = 1_000
export const maxTags = 10
export const maxTagLength = 30
export const maxMembers = 500
export const messagesPerPage = 50
export const previewLength = 50
export const replyTextLength = 120
export const discoverLimit = 50
export const groupSearchLimit = 20
export const maxFilesPerMessage = 10
export const maxVoiceMs = 600_000
export const waveformSamples = 50
export const statusTextLength = 140
/** From opening a conversation until it counts as read (ms). */
export const markReadDelay = 1_000
export const swipe = { threshold: 80, max: 120 } as const
export const zoom = { min: 0.5, max: 4, step: 0.5 } as const
export const playbackRates = [1, 1.5, 2] as const

/** The 16 of the reaction picker; the first 8 are shown at once. */
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
] as const
/** The 32 of the composer's picker. */
export const composerEmoji = [
  '😀',
  '😃',
  '😄',
  '😁',
  '😅',
  '😂',
  '🙂',
  '😉',
  '😊',
  '😍',
  '😎',
  '🤔',
  '😐',
  '😢',
  '😭',
  '😡',
  '👍',
  '👎',
  '👏',
  '🙏',
  '💪',
  '👋',
  '🤝',
  '✌️',
  '❤️',
  '🔥',
  '🎉',
  '✅',
  '❌',
  '⚠️',
  '🏗️',
  '🔧',
] as const
