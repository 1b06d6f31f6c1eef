import { BellOff, Building2, FileText, Handshake, Image, type LucideIcon, Mic, UsersRound, Video } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationSummary } from '#app/features/conversations/conversation-view.ts'
import { PersonAvatar } from '#app/features/presence/ui/presence-dot.tsx'
import { classes } from '#app/ui/classes.ts'
import { useText } from '#app/ui/text.ts'
import type { ConversationType, PresenceStatus } from '#db/vocabulary/chat.ts'
import { type Preview, previewOf } from './conversation-preview.ts'
import { TimeLabel } from './time-label.tsx'

/** A row of the conversation list: name, last message, time and unread count. */
export function ConversationRow({
  conversation,
  viewerId,
  status,
  current,
  onOpen,
}: {
  conversation: ConversationSummary
  viewerId: string
  status: PresenceStatus | undefined
  current: boolean
  /** Opens it without leaving the page; if absent, the link is followed. */
  onOpen?: () => void
}) {
  const { t } = useTranslation('chat')
  const { id, name, type, unread, markedUnread, muted } = conversation
  // The open conversation is being read.
  const count = current ? 0 : unread
  const isUnread = count > 0 || (markedUnread && !current)
  function open(event: MouseEvent) {
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <a
      href={`/messages/${id}`}
      onClick={open}
      aria-current={current ? 'page' : undefined}
      className={classes(
        '-outline-offset-2 flex min-h-16 items-center gap-3 rounded-md px-2.5 py-2 transition-colors',
        current ? 'bg-primary/12' : 'hover:bg-accent hover:text-accent-foreground',
      )}
    >
      <ConversationAvatar name={name} type={type} status={status} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-baseline gap-2">
          <span className={classes('min-w-0 flex-1 truncate', isUnread ? 'font-semibold' : 'font-medium')}>{name}</span>
          <TimeLabel
            at={conversation.lastMessageAt}
            className={classes('shrink-0 text-xs', isUnread ? 'font-medium text-primary' : 'text-muted-foreground')}
          />
        </span>
        <span className="flex min-h-5 items-center gap-1.5 text-sm text-muted-foreground">
          <span className={classes('min-w-0 flex-1 truncate', isUnread && 'text-foreground')}>
            <PreviewLine preview={previewOf(current ? { ...conversation, draft: null } : conversation, viewerId)} />
          </span>
          {muted && (
            <>
              <BellOff aria-hidden className="size-3.5 shrink-0" />
              <span className="sr-only">{t('list.muted')}</span>
            </>
          )}
          {isUnread && <UnreadBadge count={count} quiet={muted} />}
        </span>
      </span>
    </a>
  )
}

const groupIcons: Record<Exclude<ConversationType, 'direct'>, LucideIcon> = {
  group: UsersRound,
  team: Building2,
  client: Handshake,
}

/** A person's initials, or an icon for the type of a group. */
export function ConversationAvatar({
  name,
  type,
  status,
}: {
  name: string
  type: ConversationType
  status: PresenceStatus | undefined
}) {
  if (type === 'direct') return <PersonAvatar name={name} status={status} />
  const Icon = groupIcons[type]
  return (
    <span
      aria-hidden
      className="inline-grid size-10 shrink-0 place-items-center rounded-md bg-secondary text-secondary-foreground"
    >
      <Icon className="size-5" />
    </span>
  )
}

function UnreadBadge({ count, quiet }: { count: number; quiet: boolean }) {
  const { t } = useTranslation('chat')
  const look = quiet ? 'bg-muted-foreground text-background' : 'bg-primary text-primary-foreground'
  if (count === 0) {
    return (
      <span className={classes('size-2.5 shrink-0 rounded-full', look)}>
        <span className="sr-only">{t('list.markedUnread')}</span>
      </span>
    )
  }
  return (
    <span
      className={classes(
        'min-w-5 shrink-0 rounded-full px-1.5 text-center text-xs leading-5 font-semibold tabular-nums',
        look,
      )}
    >
      <span aria-hidden>{count > 99 ? t('list.unreadCap') : count}</span>
      <span className="sr-only">{t('list.unread', { count })}</span>
    </span>
  )
}

const fileIcons = { image: Image, video: Video, audio: Mic, file: FileText }

function PreviewLine({ preview }: { preview: Preview }): ReactNode {
  const { t } = useTranslation('chat')
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
  const said = 'text' in content ? content.text : t(`list.file.${content.file}`)
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
