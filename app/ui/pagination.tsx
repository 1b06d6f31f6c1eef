import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'

export interface PaginationProps {
  /** Addresses of the neighbours; left out at the ends. */
  previous?: string | null
  next?: string | null
  /** Places of the first and the last row shown, counted from 1, and how many there are. */
  from?: number
  to?: number
  total?: number
}

/** Previous and next with what is shown of how much. Nothing when everything fits and there is no count. */
export function Pagination({ previous, next, from, to, total }: PaginationProps) {
  const { t } = useTranslation('ui')
  const counted = total !== undefined && from !== undefined && to !== undefined && total > 0
  if (!previous && !next && !counted) return null
  return (
    <nav
      aria-label={t('pagination.label')}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 text-sm print:hidden"
    >
      <p className="text-muted-foreground tabular-nums">
        {counted && t('pagination.shown', { from, to, count: total })}
      </p>
      {(previous || next) && (
        <div className="flex gap-2">
          {previous && (
            <ButtonLink to={previous} rel="prev" variant="outline" size="sm">
              <ChevronLeft aria-hidden className="-ms-1 size-4 rtl:-scale-x-100" />
              {t('pagination.previous')}
            </ButtonLink>
          )}
          {next && (
            <ButtonLink to={next} rel="next" variant="outline" size="sm" iconEnd={ChevronRight}>
              {t('pagination.next')}
            </ButtonLink>
          )}
        </div>
      )}
    </nav>
  )
}
