import { Link, useLocation, useNavigate } from '@remix-run/react'
import {
  Bookmark,
  CalendarClock,
  Compass,
  MessageSquarePlus,
  MessagesSquare,
  Plus,
  SearchX,
  UsersRound,
} from 'lucide-react'
import { type FormEvent, type MouseEvent, memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ConversationFilter,
  conversationFilters,
  filterQuery,
  isShownBy,
} from '#app/features/conversations/conversation-filter.ts'
import type { ConversationSummary } from '#app/features/conversations/conversation-view.ts'
import type { PresenceView } from '#app/features/presence/presence-status.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SearchBox } from '#app/ui/forms/search-box.tsx'
import { Menu, MenuLink } from '#app/ui/menu.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { useChatActions } from './chat-model.ts'
import { ConversationRow } from './conversation-row.tsx'
import { NotificationPermission } from './notification-permission.tsx'

/** The viewer's conversations in one list: pinned ones, then by the time of their last message (MSG-16). */
export const ConversationList = memo(function ConversationList({
  conversations,
  presence,
  viewerId,
  openId,
  q,
  filter: asked,
  hasMore,
  variant,
  className,
}: {
  conversations: ConversationSummary[]
  presence: Record<string, PresenceView>
  viewerId: string
  openId: string | null
  /** The search query in the page's URL. */
  q: string
  /** The filter in the page's URL; the panel keeps its own. */
  filter: ConversationFilter
  /** There are older ones, which the page with only the list has. */
  hasMore: boolean
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
  const narrows = wanted && wanted !== q.toLocaleLowerCase()
  const shown = narrows ? conversations.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)) : conversations
  const actions = useChatActions()
  const [chosen, setChosen] = useState(asked)
  const filter = variant === 'page' ? asked : chosen
  // The open conversation stays among the unread ones while it is being read.
  const rows = shown.filter((each) => isShownBy(filter, each) || (filter === 'unread' && each.id === openId))
  function choose(wanted: ConversationFilter) {
    setChosen(wanted)
    if (wanted !== 'all') actions?.filterList(wanted)
  }
  /** Enter opens the first that the typed text has left in the list; on the page, the server looks for more where there is none. */
  function openFirst(event: FormEvent<HTMLFormElement>) {
    const [first] = rows
    if (variant === 'panel') event.preventDefault()
    if (!actions || !first || !narrows) return
    event.preventDefault()
    setTyped(q)
    // The conversation takes the focus from nobody who writes elsewhere.
    event.currentTarget.q.blur()
    actions.open(first.id)
    // What is open already does not take it by opening.
    if (first.id === openId) document.querySelector<HTMLElement>('#composer textarea')?.focus()
  }
  function showAll(event: MouseEvent) {
    if (!actions) return
    event.preventDefault()
    actions.filterList('all')
  }
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
          onSubmit={openFirst}
          input={{ name: 'q', value: typed, onChange: (event) => type(event.currentTarget.value) }}
        />
        <Menu label={t('list.add')} icon={Plus} size="icon" variant="primary">
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
      <Filters
        current={filter}
        base={openId ? `/messages/${openId}` : '/messages'}
        onChoose={variant === 'panel' ? choose : undefined}
      />
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        <ul className="flex flex-col gap-0.5">
          {rows.map((conversation) => (
            <li key={conversation.id}>
              <ConversationRow
                conversation={conversation}
                viewerId={viewerId}
                status={
                  conversation.otherUserId ? (presence[conversation.otherUserId]?.status ?? 'offline') : undefined
                }
                current={conversation.id === openId}
                query={variant === 'page' ? filterQuery(filter) : ''}
                onOpen={actions && variant === 'panel' ? actions.open : undefined}
              />
            </li>
          ))}
        </ul>
        {hasMore && (
          <p className="py-2 text-center text-sm">
            <TextLink block to="/messages" onClick={showAll}>
              {t('list.all')}
            </TextLink>
          </p>
        )}
        {rows.length === 0 && <NothingToShow why={wanted || q ? 'search' : filter === 'all' ? null : 'filter'} />}
      </div>
      <p className="flex shrink-0 flex-wrap border-t border-border px-2 py-1">
        <ButtonLink to="/messages/saved" variant="ghost" size="sm" icon={Bookmark}>
          {t('list.saved')}
        </ButtonLink>
        <ButtonLink to="/messages/scheduled" variant="ghost" size="sm" icon={CalendarClock}>
          {t('list.scheduled')}
        </ButtonLink>
      </p>
      <NotificationPermission />
    </nav>
  )
})

const filterTexts = {
  all: 'list.filter.all',
  unread: 'list.filter.unread',
  direct: 'list.filter.direct',
  groups: 'list.groups',
  projects: 'list.filter.projects',
} as const

/** Links to the page with another filter, or in the panel, buttons. */
function Filters({
  current,
  base,
  onChoose,
}: {
  current: ConversationFilter
  base: string
  onChoose: ((filter: ConversationFilter) => void) | undefined
}) {
  const { t } = useTranslation('chat')
  return (
    <ul aria-label={t('list.filter.label')} className="flex shrink-0 flex-wrap gap-1.5 px-3 pt-3">
      {conversationFilters.map((filter) => (
        <li key={filter}>
          {onChoose ? (
            <button
              type="button"
              aria-pressed={filter === current}
              className="conversation-filter"
              onClick={() => onChoose(filter)}
            >
              {t(filterTexts[filter])}
            </button>
          ) : (
            <Link
              to={`${base}${filterQuery(filter)}`}
              aria-current={filter === current ? 'true' : undefined}
              className="conversation-filter"
            >
              {t(filterTexts[filter])}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function NothingToShow({ why }: { why: 'search' | 'filter' | null }) {
  const { t } = useTranslation('chat')
  if (why) {
    return (
      <EmptyState icon={SearchX} title={t('list.noResults.title')} framed={false} headingLevel={3}>
        {t(why === 'search' ? 'list.noResults.text' : 'list.filter.nothing')}
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
