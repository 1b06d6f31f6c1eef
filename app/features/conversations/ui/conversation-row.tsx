import {
  BellOff,
  Building2,
  FileText,
  FolderKanban,
  Handshake,
  Image,
  type LucideIcon,
  Mic,
  Pin,
  UsersRound,
  Video,
} from 'lucide-react'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationSummary } from '#app/features/conversations/conversation-view.ts'
import { PersonAvatar } from '#app/features/presence/ui/presence-dot.tsx'
import { classes } from '#app/ui/classes.ts'
import { useText } from '#app/ui/text.ts'
import type { ConversationType, PresenceStatus } from '#db/vocabulary/chat.ts'
import { type Preview, previewOf } from './conversation-preview.ts'
import { TimeLabel } from './time-label.tsx'

/** A row of the conversation list: name, last message, time and unread count. */
export const ConversationRow = memo(function ConversationRow({
  conversation,
  viewerId,
  status,
  current,
  query,
  onOpen,
}: {
  conversation: ConversationSummary
  viewerId: string
  status: PresenceStatus | undefined
  current: boolean
  /** The query of its URL, which keeps the list's filter. */
  query: string
  /** Opens it without leaving the page; if absent, the link is followed. */
  onOpen?: (id: string) => void
}) {
  const { t } = useTranslation('chat')
  const { id, name, unread, markedUnread, level } = conversation
  // The open conversation is being read.
  const count = current ? 0 : unread
  const isUnread = count > 0 || (markedUnread && !current)
  function open(event: MouseEvent) {
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <a
      href={`/messages/${id}${query}`}
      onClick={open}
      aria-current={current ? 'page' : undefined}
      className={isUnread ? 'conversation is-unread' : 'conversation'}
    >
      <ConversationAvatar conversation={conversation} status={status} />
      <span className="conversation-text">
        <span>
          <span>{name}</span>
          <TimeLabel at={conversation.lastMessageAt} />
        </span>
        <span>
          <span>
            <PreviewLine preview={previewOf(current ? { ...conversation, draft: null } : conversation, viewerId)} />
          </span>
          {conversation.pinnedAt !== null && (
            <>
              <Pin aria-hidden className="size-3.5 shrink-0" />
              <span className="sr-only">{t('states.pinned')}</span>
            </>
          )}
          {level === 'none' && (
            <>
              <BellOff aria-hidden className="size-3.5 shrink-0" />
              <span className="sr-only">{t('list.muted')}</span>
            </>
          )}
          {isUnread && <UnreadBadge count={count} quiet={level === 'none'} />}
        </span>
      </span>
    </a>
  )
})

const groupIcons: Record<Exclude<ConversationType, 'direct'>, LucideIcon> = {
  group: UsersRound,
  team: Building2,
  client: Handshake,
}

/** A person's initials, or an icon for the kind of a group; of each its own hue. */
export function ConversationAvatar({
  conversation: { id, name, type, otherUserId, groupType, subject },
  status,
}: {
  conversation: Pick<ConversationSummary, 'id' | 'name' | 'type' | 'otherUserId' | 'groupType' | 'subject'>
  status: PresenceStatus | undefined
}) {
  if (type === 'direct') return <PersonAvatar id={otherUserId} name={name} status={status} />
  const Icon = subject?.type === 'project' || groupType === 'project' ? FolderKanban : groupIcons[type]
  return (
    <span aria-hidden data-hue={id.at(-1)} className="conversation-sign">
      <Icon />
    </span>
  )
}

function UnreadBadge({ count, quiet }: { count: number; quiet: boolean }) {
  const { t } = useTranslation('chat')
  if (count === 0) {
    return (
      <span role="img" aria-label={t('list.markedUnread')} className={classes('unread-dot', quiet && 'is-muted')} />
    )
  }
  return (
    <span role="img" aria-label={t('list.unread', { count })} className={classes('unread-count', quiet && 'is-muted')}>
      {count > 99 ? t('list.unreadCap') : count}
    </span>
  )
}

export const fileIcons = { image: Image, video: Video, audio: Mic, file: FileText }

function PreviewLine({ preview }: { preview: Preview }): ReactNode {
  const { t } = useTranslation(['chat', 'livechat'])
  const text = useText()
  if (preview.kind === 'nothing') return t('states.noMessages')
  if (preview.kind === 'gone') return <em>{t('states.deleted')}</em>
  if (preview.kind === 'system') return text(`chat:system.${preview.name}`, preview.params)
  if (preview.kind === 'draft') {
    return (
      <>
        <span className="font-medium text-primary">{t('list.draft')}</span> {preview.text}
      </>
    )
  }
  const { content } = preview
  const said = 'text' in content ? content.text : t(`livechat:file.${content.file}`)
  const Icon = 'file' in content ? fileIcons[content.file] : null
  return (
    <>
      {Icon && <Icon aria-hidden className="me-1 inline size-3.5 align-[-0.125em]" />}
      {preview.kind === 'own' && t('list.you', { text: said })}
      {preview.kind === 'theirs' && t('list.they', { name: preview.name, text: said })}
      {preview.kind === 'plain' && said}
    </>
  )
}
