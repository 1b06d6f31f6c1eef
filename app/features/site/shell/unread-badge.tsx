import { useTranslation } from 'react-i18next'

/** What a badge counts to. */
export const most = 99

/** A count that is drawn on its entry or button, which says it to screen readers itself; nothing of 0. */
export function UnreadBadge({ count, className }: { count: number; className: string }) {
  const { t } = useTranslation('shell')
  return count > 0 ? (
    <span aria-hidden className={`unread-count ${className}`}>
      {count > most ? t('bellCap') : count}
    </span>
  ) : null
}
