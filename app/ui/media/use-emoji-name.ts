import { useTranslation } from 'react-i18next'
import { emojiNames } from './emoji-names.ts'

const isNamed = (emoji: string): emoji is keyof typeof emojiNames => Object.hasOwn(emojiNames, emoji)

/** What an emoji is called in the reader's language; one that is in no picker speaks for itself. */
export function useEmojiName(): (emoji: string) => string {
  const { t } = useTranslation('chat')
  return (emoji) => (isNamed(emoji) ? t(`emoji.${emojiNames[emoji]}`) : emoji)
}
