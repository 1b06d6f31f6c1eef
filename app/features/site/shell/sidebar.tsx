import { Form, Link, useFetcher, useLocation } from '@remix-run/react'
import { LogOut, PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUnreadChats } from '#app/features/conversations/ui/unread-chats.ts'
import { useMissedCalls } from '#app/features/notifications/ui/missed-calls.ts'
import { productName } from '#app/platform/product.ts'
import { Badge } from '#app/ui/badge.tsx'
import { classes } from '#app/ui/classes.ts'
import { LogoMark } from '#app/ui/logo.tsx'
import { type ItemName, isCurrent, type NavigationGroup, type NavigationItem } from './navigation.ts'
import { SearchEverything } from './search-everything.tsx'
import { UnreadBadge } from './unread-badge.tsx'

export const menuId = 'workspace-menu'

const foldedText = 'truncate lg:group-data-collapsed/shell:sr-only'

/** The workspace menu: a column on large screens, optionally collapsed to icons, and a popover drawer on small ones. */
export function Sidebar({
  groups,
  collapsed,
  waiting,
}: {
  groups: readonly NavigationGroup[]
  collapsed: boolean
  waiting: Partial<Record<ItemName, number>>
}) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const counts = {
    ...waiting,
    calls: useMissedCalls(waiting.calls ?? 0),
    messages: useUnreadChats(waiting.messages ?? 0),
  }
  return (
    <nav
      id={menuId}
      popover="auto"
      aria-label={t('mainMenu')}
      className={classes(
        'fixed inset-y-0 start-0 m-0 hidden h-dvh max-h-none w-72 max-w-[calc(100vw-3rem)] flex-col border-0 border-e border-border bg-card p-0 text-card-foreground open:flex',
        'transition-transform duration-200 open:starting:-translate-x-full rtl:open:starting:translate-x-full',
        'lg:sticky lg:top-0 lg:flex lg:w-60 lg:shrink-0 lg:group-data-collapsed/shell:w-16 print:hidden',
      )}
    >
      <div className="flex h-16 shrink-0 items-center justify-between gap-2 px-4 lg:group-data-collapsed/shell:justify-center lg:group-data-collapsed/shell:px-0">
        <Link to="/dashboard" className="flex min-h-10 items-center gap-2.5 rounded-md">
          <LogoMark />
          <span translate="no" className={classes('text-base font-semibold tracking-tight', foldedText)}>
            {productName}
          </span>
        </Link>
        <button
          type="button"
          popovertarget={menuId}
          popovertargetaction="hide"
          // biome-ignore lint/a11y/noAutofocus: where the drawer's focus goes when it opens
          autoFocus
          className="grid size-11 cursor-pointer place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-accent-foreground lg:hidden"
        >
          <X aria-hidden className="size-5" />
          <span className="sr-only">{t('closeMenu')}</span>
        </button>
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-3 py-2">
        <SearchEverything className="lg:hidden" />
        {groups.map((group) => (
          <div key={group.name}>
            <p className={classes('px-3 pb-1.5 text-xs font-medium text-muted-foreground', foldedText)}>
              {t(`groups.${group.name}`)}
            </p>
            <ul className="flex flex-col gap-0.5">
              {group.items.map((item) => (
                <li key={item.name}>
                  <Entry item={item} current={isCurrent(item.to, pathname)} waiting={counts[item.name] ?? 0} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className="shrink-0 border-t border-border p-3">
        <Form method="post" action="/logout" className="lg:hidden">
          <button type="submit" className="menu-row cursor-pointer">
            <LogOut aria-hidden />
            {t('logout')}
          </button>
        </Form>
        <CollapseButton collapsed={collapsed} />
      </div>
    </nav>
  )
}

function Entry({ item, current, waiting }: { item: NavigationItem; current: boolean; waiting: number }) {
  const { t } = useTranslation('shell')
  const { icon: Icon } = item
  const label = t(`items.${item.name}`)
  return (
    <Link to={item.to} title={label} aria-current={current ? 'page' : undefined} className="menu-row relative">
      <Icon aria-hidden />
      <span>{label}</span>
      {item.isForAdmins && <Badge className="ms-auto lg:group-data-collapsed/shell:sr-only">{t('adminBadge')}</Badge>}
      {waiting > 0 && <span className="sr-only">{t('waiting', { count: waiting })}</span>}
      <UnreadBadge count={waiting} className="end-0 top-0 ms-auto lg:group-data-collapsed/shell:absolute" />
    </Link>
  )
}

function CollapseButton({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation('shell')
  const { pathname, search } = useLocation()
  const fetcher = useFetcher({ key: menuId })
  const label = collapsed ? t('expandMenu') : t('collapseMenu')
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose
  return (
    <fetcher.Form method="post" action="/sidebar" className="hidden lg:block">
      <input type="hidden" name="returnTo" value={pathname + search} />
      <button
        type="submit"
        name="collapsed"
        value={collapsed ? 'false' : 'true'}
        title={label}
        className="menu-row cursor-pointer"
      >
        <Icon aria-hidden />
        <span>{label}</span>
      </button>
    </fetcher.Form>
  )
}
