import { Link, useLocation } from '@remix-run/react'
import {
  ArrowLeft,
  Bell,
  BellOff,
  BellRing,
  CalendarClock,
  EllipsisVertical,
  Info,
  Link2,
  ListChecks,
  LogOut,
  MailOpen,
  Phone,
  Pin,
  PinOff,
  Search,
  Video,
} from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { filterIn, filterQuery } from '#app/features/conversations/conversation-filter.ts'
import type { ConversationDetail } from '#app/features/conversations/conversation-view.ts'
import { needsApproval } from '#app/features/conversations/rights.ts'
import { useChatActions } from '#app/features/conversations/ui/chat-model.ts'
import { ConversationAvatar } from '#app/features/conversations/ui/conversation-row.tsx'
import { InvoiceShortcut } from '#app/features/conversations/ui/invoice-shortcut.tsx'
import { useNow } from '#app/features/conversations/ui/time-label.tsx'
import type { PresenceView } from '#app/features/presence/presence-status.ts'
import { useFormat } from '#app/i18n/format.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { Menu, MenuButton, MenuLink, MenuSeparator } from '#app/ui/menu.tsx'
import { ActionForm } from './thread-context.tsx'

/** Of entries of the menu that the page of details has too, which is where a phone finds them. */
const inDetails = '@max-md/chat:hidden'

/** The name and presence of the conversation, with its actions. */
export const ThreadHeader = memo(function ThreadHeader({
  presence,
  conversation,
  variant,
  searching,
  onSearch,
}: {
  /** Of the other person in a direct conversation. */
  presence: PresenceView | undefined
  conversation: ConversationDetail
  variant: 'page' | 'panel'
  searching: boolean
  onSearch: () => void
}) {
  const { t } = useTranslation('chat')
  const actions = useChatActions()
  const { id, name, type, level, pinnedAt, rights, role, settings } = conversation
  const base = `/messages/${id}`
  const muted = level === 'none'
  const { search: query } = useLocation()
  const toList = () => actions?.open(null)
  const search = (event: MouseEvent) => {
    if (!actions) return
    event.preventDefault()
    onSearch()
  }
  return (
    <header className="flex min-h-16 shrink-0 items-center gap-2 border-b border-border bg-card px-2 py-2 text-card-foreground sm:gap-3 sm:px-4">
      <Link
        to={`/messages${filterQuery(filterIn(new URLSearchParams(query)))}`}
        onClick={(event) => {
          if (!actions || variant === 'page') return
          event.preventDefault()
          toList()
        }}
        className={buttonClass({ variant: 'ghost', size: 'icon' }, '@3xl/chat:hidden')}
      >
        <ArrowLeft aria-hidden className="size-5 rtl:-scale-x-100" />
        <span className="sr-only">{t('screen.back')}</span>
      </Link>
      {/* On a phone the name needs its room. */}
      <span className="shrink-0 @max-sm/chat:hidden">
        <ConversationAvatar
          conversation={conversation}
          status={type === 'direct' ? (presence?.status ?? 'offline') : undefined}
        />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="line-clamp-2 text-sm leading-5 font-semibold break-words @md/chat:text-base">{name}</h2>
        {/* Cut where it is long; the details have it whole. */}
        <Link
          to={`${base}/details`}
          className="-my-1 block truncate py-1 text-xs text-muted-foreground hover:underline"
        >
          {type === 'direct' ? (
            <PresenceLine presence={presence} />
          ) : (
            t('screen.members', { count: conversation.members.length })
          )}
        </Link>
      </div>
      <div className="flex shrink-0 items-center gap-0.5">
        {rights.includes('call') && <CallLinks conversationId={id} name={name} />}
        <Link
          to={`${base}?search=`}
          onClick={search}
          aria-expanded={actions ? searching : undefined}
          data-chat-search
          className={buttonClass({ variant: 'ghost', size: 'icon' }, '@max-[27rem]/chat:hidden')}
        >
          <Search aria-hidden className="size-4.5" />
          <span className="sr-only">{t('screen.search.open')}</span>
        </Link>
        <InvoiceShortcut type={type} clientName={conversation.clientName} compact />
        <Link
          to={`${base}/details`}
          // Just beside the list, too, the name needs the room; the line under it leads there.
          className={buttonClass(
            { variant: 'ghost', size: 'icon' },
            '@max-[27rem]/chat:hidden @3xl/chat:@max-4xl/chat:hidden',
          )}
        >
          <Info aria-hidden className="size-4.5" />
          <span className="sr-only">{t('screen.details')}</span>
        </Link>
        <Menu label={t('screen.more')} icon={EllipsisVertical} variant="ghost" size="icon">
          {/* What stands beside the menu where there is room. */}
          <div className="@min-[27rem]/chat:hidden">
            <MenuLink to={`${base}/details`} icon={Info}>
              {t('screen.details')}
            </MenuLink>
            <MenuLink to={`${base}?search=`} icon={Search} onClick={search}>
              {t('screen.search.open')}
            </MenuLink>
            <MenuSeparator />
          </div>
          {type !== 'direct' && rights.includes('call') && (
            <div className={inDetails}>
              <MenuLink to={`/calls/join/${id}`} icon={Link2}>
                {t('screen.meetingLink')}
              </MenuLink>
            </div>
          )}
          {rights.includes('call') && (
            <MenuLink to={`/broadcasts/new?conversation=${id}`} icon={Video} data-broadcast={id} data-call-name={name}>
              {t('screen.broadcast')}
            </MenuLink>
          )}
          <MenuLink to={`${base}/schedule`} icon={CalendarClock} onClick={actions?.followWithDraft}>
            {t('screen.schedule')}
          </MenuLink>
          {rights.includes('send') && !needsApproval({ role, ...settings }) && (
            <MenuLink to={`${base}/poll`} icon={ListChecks}>
              {t('poll.new')}
            </MenuLink>
          )}
          <MenuSeparator />
          <ActionForm action={`${base}/unread`} onDone={variant === 'panel' ? toList : undefined}>
            <MenuButton icon={MailOpen}>{t('screen.markUnread')}</MenuButton>
          </ActionForm>
          <ActionForm action={`${base}/pin`}>
            <input type="hidden" name="pinned" value={pinnedAt === null ? 'true' : 'false'} />
            <MenuButton icon={pinnedAt === null ? Pin : PinOff}>
              {pinnedAt === null ? t('screen.pinOnTop') : t('menu.unpin')}
            </MenuButton>
          </ActionForm>
          <ActionForm action={`${base}/mute`}>
            <input type="hidden" name="muted" value={muted ? 'false' : 'true'} />
            <MenuButton icon={muted ? BellRing : BellOff}>{muted ? t('screen.unmute') : t('screen.mute')}</MenuButton>
          </ActionForm>
          <div className={inDetails}>
            <MenuLink to={`${base}/details#notifications`} icon={Bell}>
              {t('screen.notifications')}
            </MenuLink>
            {rights.includes('leave') && (
              <>
                <MenuSeparator />
                <MenuLink to={`${base}/details#leave`} icon={LogOut} destructive>
                  {t('screen.leave')}
                </MenuLink>
              </>
            )}
          </div>
        </Menu>
      </div>
    </header>
  )
})

/** A voice and a video call. What catches these links belongs to calls; without scripts they lead to the page that explains. */
function CallLinks({ conversationId, name }: { conversationId: string; name: string }) {
  const { t } = useTranslation('chat')
  const links = (['voice', 'video'] as const).map((type) => (
    <a
      key={type}
      href={`/calls?conversation=${conversationId}&type=${type}`}
      data-call={type}
      data-conversation={conversationId}
      data-call-name={name}
      className={buttonClass({ variant: 'ghost', size: 'icon' })}
    >
      {type === 'video' ? <Video aria-hidden className="size-4.5" /> : <Phone aria-hidden className="size-4.5" />}
      <span className="sr-only">{t(`screen.call.${type}`)}</span>
    </a>
  ))
  return <>{links}</>
}

/** A person's status, their status text, and when they were last seen. */
function PresenceLine({ presence }: { presence: PresenceView | undefined }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const now = useNow()
  const { status = 'offline', customText = '', lastSeenAt = null } = presence ?? {}
  const seen =
    status === 'offline' && lastSeenAt
      ? t('states.lastSeen', { when: format.relative(Math.min(lastSeenAt, now), now) })
      : null
  return (
    <>
      <span className={classes(status === 'online' && 'text-success')}>{t(`states.presence.${status}`)}</span>
      {customText && <span> · {customText}</span>}
      {seen && <span> · {seen}</span>}
    </>
  )
}
