import { useLocation, useNavigate } from '@remix-run/react'
import { Compass, MessageSquarePlus, MessagesSquare, Plus, SearchX, UsersRound } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationSummary } from '#app/features/conversations/conversation-view.ts'
import type { PresenceView } from '#app/features/presence/presence-status.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SearchBox } from '#app/ui/forms/search-box.tsx'
import { Menu, MenuLink } from '#app/ui/menu.tsx'
import { useChatActions } from './chat-model.ts'
import { ConversationRow } from './conversation-row.tsx'
import { NotificationPermission } from './notification-permission.tsx'

/** The viewer's conversations: groups with their count, then direct ones, latest first. */
export function ConversationList({
  conversations,
  presence,
  viewerId,
  openId,
  q,
  variant,
  className,
}: {
  conversations: ConversationSummary[]
  presence: Record<string, PresenceView>
  viewerId: string
  openId: string | null
  /** The search query in the page's URL. */
  q: string
  variant: 'page' | 'panel'
  className?: string
}) {
  const { t } = useTranslation('chat')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const titleId = useId()
  const [typed, setTyped] = useState(q)
  const [searchedFor, setSearchedFor] = useState(q)
  if (searchedFor !== q) {
    setSearchedFor(q)
    setTyped(q)
  }
  function type(text: string) {
    setTyped(text)
    if (text === '' && q !== '') navigate(pathname)
  }
  // Filters in the browser while typing, until the server's results are there.
  const wanted = typed.trim().toLocaleLowerCase()
  const shown =
    wanted && wanted !== q.toLocaleLowerCase()
      ? conversations.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
      : conversations
  const groups = shown.filter(({ type }) => type !== 'direct')
  const direct = shown.filter(({ type }) => type === 'direct')
  const rows = { presence, viewerId, openId, variant }
  return (
    <nav
      aria-labelledby={titleId}
      className={classes(
        'flex min-h-0 min-w-0 flex-col border-border bg-card text-card-foreground @3xl/chat:border-e',
        className,
      )}
    >
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-border p-3">
        <h2 id={titleId} className={variant === 'page' ? 'sr-only' : 'flex-1 text-lg font-semibold'}>
          {t('list.title')}
        </h2>
        <SearchBox
          label={t('list.search')}
          action={openId ? `/messages/${openId}` : '/messages'}
          className={variant === 'page' ? 'flex-1' : 'order-1 w-full'}
          onSubmit={(event) => variant === 'panel' && event.preventDefault()}
          input={{ name: 'q', value: typed, onChange: (event) => type(event.currentTarget.value) }}
        />
        <div className={variant === 'page' ? '' : '-order-1'}>
          <Menu
            label={t('list.add')}
            icon={Plus}
            size="icon"
            variant="primary"
            align={variant === 'page' ? 'end' : 'start'}
          >
            <MenuLink to="/messages/new" icon={MessageSquarePlus}>
              {t('list.newMessage')}
            </MenuLink>
            <MenuLink to="/messages/groups/new" icon={UsersRound}>
              {t('list.createGroup')}
            </MenuLink>
            <MenuLink to="/messages/groups" icon={Compass}>
              {t('list.discover')}
            </MenuLink>
          </Menu>
        </div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        {groups.length > 0 && (
          <Section title={t('list.groups')} count={groups.length} conversations={groups} {...rows} />
        )}
        {direct.length > 0 && <Section title={t('list.direct')} conversations={direct} {...rows} />}
        {shown.length === 0 && <NothingToShow narrowed={Boolean(wanted || q)} />}
      </div>
      <NotificationPermission />
    </nav>
  )
}

function Section({
  title,
  count,
  conversations,
  presence,
  viewerId,
  openId,
  variant,
}: {
  title: string
  count?: number
  conversations: ConversationSummary[]
  presence: Record<string, PresenceView>
  viewerId: string
  openId: string | null
  variant: 'page' | 'panel'
}) {
  const actions = useChatActions()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="mb-3">
      <h3 id={titleId} className="flex items-center gap-2 px-2.5 pt-1 pb-1.5 text-xs font-medium text-muted-foreground">
        {title}
        {count !== undefined && <span className="rounded-full bg-muted px-1.5 tabular-nums">{count}</span>}
      </h3>
      <ul className="flex flex-col gap-0.5">
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <ConversationRow
              conversation={conversation}
              viewerId={viewerId}
              status={conversation.otherUserId ? (presence[conversation.otherUserId]?.status ?? 'offline') : undefined}
              current={conversation.id === openId}
              onOpen={actions && variant === 'panel' ? actions.open : undefined}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function NothingToShow({ narrowed }: { narrowed: boolean }) {
  const { t } = useTranslation('chat')
  if (narrowed) {
    return (
      <EmptyState icon={SearchX} title={t('list.noResults.title')} framed={false} headingLevel={3}>
        {t('list.noResults.text')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={MessagesSquare}
      title={t('list.empty.title')}
      framed={false}
      headingLevel={3}
      action={
        <ButtonLink to="/messages/new" icon={MessageSquarePlus}>
          {t('list.newMessage')}
        </ButtonLink>
      }
    >
      {t('list.empty.text')}
    </EmptyState>
  )
}
