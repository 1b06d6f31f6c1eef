import { useTranslation } from 'react-i18next'

/** The emoji of our pickers by the last part of their translation keys, `chat:emoji.<name>`. */
export const emojiNames = {
  '😀': 'grinning',
  '😃': 'happy',
  '😄': 'laughingEyes',
  '😁': 'beaming',
  '😅': 'sweating',
  '😂': 'tearsOfJoy',
  '🙂': 'smiling',
  '😉': 'winking',
  '😊': 'blushing',
  '😍': 'heartEyes',
  '😎': 'sunglasses',
  '🤔': 'thinking',
  '😐': 'neutral',
  '😢': 'crying',
  '😭': 'sobbing',
  '😡': 'angry',
  '😮': 'surprised',
  '👍': 'thumbsUp',
  '👎': 'thumbsDown',
  '👏': 'clapping',
  '🙏': 'thanks',
  '💪': 'strong',
  '👋': 'waving',
  '🤝': 'handshake',
  '✌️': 'victory',
  '👀': 'eyes',
  '❤️': 'heart',
  '🔥': 'fire',
  '🎉': 'celebration',
  '💯': 'hundred',
  '✅': 'done',
  '❌': 'crossMark',
  '⚠️': 'warning',
  '🚧': 'roadworks',
  '🏗️': 'construction',
  '🔧': 'wrench',
} as const

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
] as const satisfies readonly (keyof typeof emojiNames)[]

const isNamed = (emoji: string): emoji is keyof typeof emojiNames => Object.hasOwn(emojiNames, emoji)

/** Returns an emoji's name in the user's language; one that is in no picker is its own name. */
export function useEmojiName(): (emoji: string) => string {
  const { t } = useTranslation('chat')
  return (emoji) => (isNamed(emoji) ? t(`emoji.${emojiNames[emoji]}`) : emoji)
}
