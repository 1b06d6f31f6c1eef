import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'

export interface PaginationProps {
  /** URLs of the neighbouring pages; left out at the ends. */
  previous?: string | null
  next?: string | null
  /** Numbers of the first and last row shown, from 1, and the total. */
  from?: number
  to?: number
  total?: number
}

/** Previous and next links with the range and total. Renders nothing when everything fits and there is no total. */
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
              <ChevronLeft aria-hidden className="-ms-1 size-4" />
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
