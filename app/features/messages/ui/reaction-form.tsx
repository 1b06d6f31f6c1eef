import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { reactionEmoji } from '#app/features/messages/limits.ts'
import { EmojiGrid } from '#app/ui/media/emoji-grid.tsx'

const shownAtOnce = 8

export type ReactionTarget = {
  conversationId: string
  messageId: string
  /** The viewer's own reactions. */
  mine?: readonly string[]
}

/** The reactions to choose from: eight, and the others on demand. Each button toggles its reaction. */
export function ReactionForm({
  conversationId,
  messageId,
  mine = [],
  onPick,
}: ReactionTarget & { onPick?: (emoji: string) => void }) {
  const { t } = useTranslation('chat')
  return (
    <Form method="post" action={`/messages/${conversationId}/messages/${messageId}/react`} className="w-68 max-w-full">
      <EmojiGrid
        emoji={reactionEmoji.slice(0, shownAtOnce)}
        label={t('emoji.reactions')}
        chosen={mine}
        onPick={onPick}
      />
      <details>
        <summary className="-outline-offset-2 mt-1 flex min-h-8 cursor-pointer items-center justify-center rounded-sm text-sm text-muted-foreground hover:bg-accent hover:text-accent-foreground">
          {t('emoji.more')}
        </summary>
        <EmojiGrid
          emoji={reactionEmoji.slice(shownAtOnce)}
          label={t('emoji.moreReactions')}
          chosen={mine}
          onPick={onPick}
        />
      </details>
    </Form>
  )
}
