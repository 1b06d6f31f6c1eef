import { Bell, CircleQuestionMark, Menu as MenuIcon, MessageSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUnreadChats } from '#app/features/conversations/ui/unread-chats.ts'
import { useUnreadNotices } from '#app/features/notifications/ui/unread-notices.ts'
import { ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { useIsRefused } from '#app/ui/refused-addresses.ts'
import { SearchEverything } from './search-everything.tsx'
import type { ShellData } from './shell.server.ts'
import { menuId } from './sidebar.tsx'
import { most, UnreadBadge } from './unread-badge.tsx'
import { UserMenu } from './user-menu.tsx'

export const titleId = 'page-title'

/** The page's title, and actions that are always available. */
export function Header({
  title,
  description,
  shell,
}: {
  title: string | null
  description: string | null
  shell: ShellData
}) {
  const { t } = useTranslation('shell')
  return (
    <header className="sticky top-0 z-30 flex min-h-16 items-center gap-2 border-b border-border bg-background px-3 sm:gap-3 sm:px-6 lg:px-8 print:static print:border-0 print:px-0">
      <button
        type="button"
        popovertarget={menuId}
        className={buttonClass({ variant: 'ghost', size: 'icon' }, 'lg:hidden print:hidden')}
      >
        <MenuIcon aria-hidden className="size-5" />
        <span className="sr-only">{t('openMenu')}</span>
      </button>
      <div className="min-w-0 flex-1 py-2">
        {title && (
          <h1
            id={titleId}
            className="line-clamp-5 text-base leading-snug font-semibold tracking-tight wrap-anywhere sm:line-clamp-2 sm:text-xl"
          >
            {title}
          </h1>
        )}
        {description && <p className="hidden truncate text-sm text-muted-foreground md:block">{description}</p>}
      </div>
      <SearchEverything className="w-52 shrink-0 max-lg:hidden xl:w-72 max-2xl:in-data-chat-panel:hidden print:hidden" />
      <div className="flex shrink-0 items-center gap-0.5 sm:gap-1 print:hidden">
        <ButtonLink to="/support" variant="ghost" size="icon" icon={CircleQuestionMark} className="max-sm:hidden">
          {t('help')}
        </ButtonLink>
        <ChatLink unread={useUnreadChats(shell.unreadChats)} />
        <NotificationBell unread={useUnreadNotices(shell.unread)} />
        <UserMenu {...shell} hasCompany={shell.facts.company} />
      </div>
    </header>
  )
}

const onButton = 'absolute -end-0.5 top-0'
const counted = buttonClass({ variant: 'ghost', size: 'icon' }, 'relative')

/**
 * A link to the conversations. Where scripts run, the chat launcher recognizes it by its data attribute and opens the panel.
 */
function ChatLink({ unread }: { unread: number }) {
  const { t } = useTranslation('shell')
  if (useIsRefused('/messages')) return null
  return (
    <a href="/messages" data-chat-launcher className={counted}>
      <MessageSquare aria-hidden className="size-4.5" />
      <span className="sr-only">{unread > most ? t('chatMany') : t('chat', { count: unread })}</span>
      <UnreadBadge count={unread} className={onButton} />
    </a>
  )
}

/** A link to the notifications. Where scripts run, the shell opens the latest ones instead (bell.tsx). */
function NotificationBell({ unread }: { unread: number }) {
  const { t } = useTranslation('shell')
  return (
    <a href="/notifications" data-bell className={counted}>
      <Bell aria-hidden className="size-4.5" />
      <span className="sr-only">{unread > most ? t('bellMany') : t('bell', { count: unread })}</span>
      <UnreadBadge count={unread} className={onButton} />
    </a>
  )
}
