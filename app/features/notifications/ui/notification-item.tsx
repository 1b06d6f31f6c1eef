import { Form } from '@remix-run/react'
import {
  Banknote,
  Bell,
  Check,
  FilePenLine,
  FolderKanban,
  Gavel,
  type LucideIcon,
  MessageSquare,
  Trash2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatParams } from '#app/features/notifications/notification.ts'
import type { NotificationRow } from '#app/features/notifications/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { useText } from '#app/ui/text.ts'
import type { NotificationCategory } from '#db/vocabulary/notifications.ts'

const icons: Record<NotificationCategory, LucideIcon> = {
  offer: Gavel,
  chat: MessageSquare,
  project: FolderKanban,
  payment: Banknote,
  system: Bell,
  contract: FilePenLine,
}

/** One notification. Its title is a form button that marks it as read and follows its link, so it works without JavaScript. */
export function NotificationItem({
  notification,
  now,
  action,
}: {
  notification: NotificationRow
  now: number
  action: string
}) {
  const { t } = useTranslation('notifications')
  const text = useText()
  const format = useFormat()
  const { id, category, textKey, actionUrl, createdAt, readAt } = notification
  const params = formatParams(notification.params, format)
  const title = text(`notifications:texts.${textKey}.title`, params)
  const message = text(`notifications:texts.${textKey}.message`, params)
  const Icon = icons[category]
  const unread = readAt === null
  return (
    <li className={classes('relative flex items-start gap-3 px-4 py-3.5 sm:px-5', unread && 'bg-primary/8')}>
      <span
        className={classes(
          'mt-0.5 grid size-9 shrink-0 place-items-center rounded-full',
          unread ? 'bg-primary/12 text-primary' : 'bg-muted text-muted-foreground',
        )}
      >
        <Icon aria-hidden className="size-4.5" />
      </span>
      <Form method="post" action={action} className="min-w-0 flex-1">
        <input type="hidden" name="notification_id" value={id} />
        <input type="hidden" name="intent" value="open" />
        {actionUrl || unread ? (
          <button
            type="submit"
            className="cursor-pointer text-start text-sm font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline"
          >
            {unread && <span className="sr-only">{t('unreadMark')} </span>}
            {title}
          </button>
        ) : (
          <p className="text-sm font-semibold wrap-anywhere">{title}</p>
        )}
        <p className="mt-0.5 text-sm wrap-anywhere text-muted-foreground">{message}</p>
        <p className="mt-1 text-xs text-muted-foreground">
          {t(`category.${category}`)} ·{' '}
          <time dateTime={new Date(createdAt).toISOString()} title={format.dateTime(createdAt)}>
            {format.relative(createdAt, now)}
          </time>
        </p>
      </Form>
      <Form
        method="post"
        action={action}
        className="relative -my-1.5 -me-2 flex shrink-0 flex-col-reverse gap-0.5 sm:flex-row"
      >
        <input type="hidden" name="notification_id" value={id} />
        {unread && (
          <Button
            type="submit"
            name="intent"
            value="mark-read"
            variant="ghost"
            size="icon"
            icon={Check}
            title={t('markRead')}
          >
            {t('markReadOf', { title })}
          </Button>
        )}
        <Button
          type="submit"
          name="intent"
          value="delete"
          variant="ghost"
          size="icon"
          icon={Trash2}
          title={t('delete')}
        >
          {t('deleteOf', { title })}
        </Button>
      </Form>
    </li>
  )
}
