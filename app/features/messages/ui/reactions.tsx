import { useTranslation } from 'react-i18next'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ActionForm, useThreadContext } from './thread-context.tsx'

/** How many different reactions are shown without expanding them (MSG-6). */
const shownAtOnce = 8

/** The reactions to a message: each emoji with its count, as a button to add or remove the viewer's own. */
export function Reactions({ message }: { message: MessageView }) {
  const { t } = useTranslation('chat')
  const { conversation } = useThreadContext()
  const all = byEmoji(message.reactions)
  if (all.length === 0 || message.state !== 'live') return null
  const more = all.slice(shownAtOnce)
  const shown = (
    <>
      {all.slice(0, shownAtOnce).map(([emoji, userIds]) => (
        <Reaction key={emoji} emoji={emoji} userIds={userIds} />
      ))}
      {more.length > 0 && (
        <details className="max-w-full">
          <summary className="reaction">{t('menu.moreReactions', { count: more.length })}</summary>
          <div className="flex flex-wrap gap-1 pt-1">
            {more.map(([emoji, userIds]) => (
              <Reaction key={emoji} emoji={emoji} userIds={userIds} />
            ))}
          </div>
        </details>
      )}
    </>
  )
  if (conversation.readOnly) return <div className="reactions">{shown}</div>
  return (
    <ActionForm action={`/messages/${conversation.id}/messages/${message.id}/react`} className="reactions">
      {shown}
    </ActionForm>
  )
}

function Reaction({ emoji, userIds }: { emoji: string; userIds: string[] }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const { conversation, viewerId } = useThreadContext()
  const mine = userIds.includes(viewerId)
  const names = userIds.map((id) =>
    id === viewerId
      ? t('states.you')
      : (conversation.members.find((member) => member.id === id)?.name ?? t('states.somebody')),
  )
  const who = format.list(names.slice(0, 20))
  const label = t('menu.reactedBy', { emoji, count: userIds.length, who })
  const look = mine ? 'reaction is-mine' : 'reaction'
  const counted = (
    <>
      <span aria-hidden className="emoji">
        {emoji}
      </span>
      <span aria-hidden>{format.number(userIds.length)}</span>
    </>
  )
  if (conversation.readOnly) {
    return (
      <span className={look} title={who}>
        <span className="sr-only">{label}</span>
        {counted}
      </span>
    )
  }
  return (
    <button
      type="submit"
      name="emoji"
      value={emoji}
      aria-pressed={mine}
      aria-label={label}
      title={who}
      className={look}
    >
      {counted}
    </button>
  )
}

/** Each emoji with the ids of the users who chose it, in order of the first reaction. */
function byEmoji(reactions: MessageView['reactions']): Array<[emoji: string, userIds: string[]]> {
  const all = new Map<string, string[]>()
  for (const { emoji, userId } of reactions) {
    const known = all.get(emoji)
    if (known) known.push(userId)
    else all.set(emoji, [userId])
  }
  return [...all]
}
