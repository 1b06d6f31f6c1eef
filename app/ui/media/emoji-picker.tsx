import { Smile } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { composerEmoji } from './emoji.ts'
import { EmojiGrid } from './emoji-grid.tsx'
import { Popover } from './popover.tsx'

/** Inserts emoji into the composer. It needs scripts; without them there is the device's own emoji keyboard. */
export function EmojiPicker({ onPick }: { onPick(emoji: string): void }) {
  const { t } = useTranslation('chat')
  return (
    <Popover label={t('emoji.add')} icon={Smile} variant="ghost" size="icon">
      {(close) => (
        <EmojiGrid
          emoji={composerEmoji}
          label={t('emoji.all')}
          onPick={(emoji) => {
            close()
            onPick(emoji)
          }}
        />
      )}
    </Popover>
  )
}
