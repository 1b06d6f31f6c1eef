import { Link } from '@remix-run/react'
import { BellOff, Check, CheckCheck, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { setUnreadNotices, useUnreadNotices } from './unread-notices.ts'

type Row = {
  notification_id: string
  title: string
  message: string
  created_at: string
  read: boolean
  action_url: string | null
}
type Loaded = { rows: Row[]; failed: string | null }

const address = '/api/notifications'
const shown = 8
const ask = (path: string, method = 'GET', body?: object) =>
  fetch(address + path, {
    method,
    headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    // A click that follows a notification leaves the page.
    keepalive: method !== 'GET',
  })

/** The latest notifications, under the bell. Every button of it is on the page /notifications, too. */
export function BellMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('bell')
  const panel = useRef<HTMLDivElement>(null)
  const [{ rows, failed }, setLoaded] = useState<Partial<Loaded>>({})
  const unread = useUnreadNotices(0)

  const load = useCallback(async () => {
    const offline = { rows: [], failed: t('failed.fetch', { status: '–' }) }
    const [list, count] = await Promise.all([ask(`?limit=${shown}`), ask('/unread-count')]).catch(() => [])
    if (!list || !count) return setLoaded(offline)
    // Somebody whose session has ended has no notifications; the next page says so.
    if (list.status === 401 || list.status === 403) return setLoaded({ rows: [], failed: null })
    if (!list.ok) return setLoaded({ rows: [], failed: t('failed.fetch', { status: list.status }) })
    setLoaded({ rows: (await list.json()).notifications, failed: null })
    if (count.ok) setUnreadNotices((await count.json()).count)
  }, [t])
  async function change(failure: 'read' | 'allRead' | 'delete', path: string, method: string, body?: object) {
    const done = await ask(path, method, body).then(
      ({ ok }) => ok,
      () => false,
    )
    if (done) await load()
    else setLoaded((before) => ({ ...before, failed: t(`failed.${failure}`) }))
    // The button may be gone, and the focus with it.
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus()
  }
  const read = (id: string) => change('read', '/mark-read', 'PUT', { notification_ids: [id] })

  // Whatever changes elsewhere changes the count.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is the reason to load again
  useEffect(() => void load(), [load, unread])
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const element = panel.current
    const toggled = (event: Event) => (event as ToggleEvent).newState === 'closed' && close.current()
    element?.addEventListener('toggle', toggled)
    if (!element?.matches(':popover-open')) element?.showPopover()
    element?.focus()
    return () => element?.removeEventListener('toggle', toggled)
  }, [])

  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-labelledby="bell-menu-title"
      tabIndex={-1}
      className="fixed inset-auto end-2 top-16 m-0 max-h-[calc(100dvh-5rem)] w-96 max-w-[calc(100vw-1rem)] flex-col overflow-hidden rounded-lg border border-border bg-popover p-0 text-popover-foreground shadow backdrop:bg-transparent open:flex sm:end-6 print:hidden"
    >
      <header className="flex items-center justify-between gap-2 border-b border-border py-2 ps-4 pe-2">
        <h2 id="bell-menu-title" className="text-sm font-semibold">
          {t('title')}
        </h2>
        {rows?.some((row) => !row.read) && (
          <Button
            variant="ghost"
            size="sm"
            icon={CheckCheck}
            onClick={() => change('allRead', '/mark-all-read', 'PUT')}
          >
            {t('markAllRead')}
          </Button>
        )}
      </header>
      {failed && (
        <p role="alert" className="border-b border-border px-4 py-3 text-sm text-destructive">
          {failed}
        </p>
      )}
      {!rows && <p className="px-4 py-6 text-sm text-muted-foreground">{t('loading')}</p>}
      {rows && rows.length > 0 && (
        <ul className="min-h-0 divide-y divide-border overflow-y-auto">
          {rows.map((row) => (
            <NoticeRow
              key={row.notification_id}
              row={row}
              onFollow={() => {
                if (!row.read) void read(row.notification_id)
                panel.current?.hidePopover()
              }}
              onRead={() => read(row.notification_id)}
              onDelete={() => change('delete', `/${row.notification_id}`, 'DELETE')}
            />
          ))}
        </ul>
      )}
      {rows?.length === 0 && !failed && (
        <p className="flex flex-col items-center gap-2 px-4 py-8 text-sm text-muted-foreground">
          <BellOff aria-hidden className="size-6" />
          {t('empty')}
        </p>
      )}
      <footer className="flex flex-wrap justify-between gap-x-4 gap-y-2 border-t border-border px-4 py-3 text-sm">
        <Link
          to="/notifications"
          onClick={() => panel.current?.hidePopover()}
          className="font-medium text-primary hover:underline"
        >
          {t('all')}
        </Link>
        {rows && rows.length > 0 && (
          <Link to="/notifications/clear" onClick={() => panel.current?.hidePopover()} className="hover:underline">
            {t('clear')}
          </Link>
        )}
        <Link to="/notifications/settings" onClick={() => panel.current?.hidePopover()} className="hover:underline">
          {t('settings')}
        </Link>
      </footer>
    </div>
  )
}

function NoticeRow({
  row: { title, message, created_at: createdAt, read, action_url: to },
  onFollow,
  onRead,
  onDelete,
}: {
  row: Row
  onFollow: () => void
  onRead: () => void
  onDelete: () => void
}) {
  const { t } = useTranslation('bell')
  const format = useFormat()
  const at = Date.parse(createdAt)
  return (
    <li className={classes('relative flex items-start gap-2 py-3 ps-4 pe-2', !read && 'bg-primary/8')}>
      <div className="min-w-0 flex-1">
        <Link
          to={to ?? '/notifications'}
          onClick={onFollow}
          className="text-sm font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline"
        >
          {!read && <span className="sr-only">{t('unread')} </span>}
          {title}
        </Link>
        <p className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-muted-foreground">{message}</p>
        <time dateTime={createdAt} title={format.dateTime(at)} className="mt-1 block text-xs text-muted-foreground">
          {format.relative(at, Date.now())}
        </time>
      </div>
      <div className="relative -my-1 flex shrink-0 flex-col">
        {!read && (
          <Button variant="ghost" size="icon" icon={Check} title={t('markRead')} onClick={onRead}>
            {t('markReadOf', { title })}
          </Button>
        )}
        <Button variant="ghost" size="icon" icon={Trash2} title={t('dismiss')} onClick={onDelete}>
          {t('dismissOf', { title })}
        </Button>
      </div>
    </li>
  )
}
