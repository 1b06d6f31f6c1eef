import { useTranslation } from 'react-i18next'
import { maxCounted, pageSize } from '#app/features/projects/project-filter.ts'
import { Pagination } from '#app/ui/pagination.tsx'

/** Pagination for a list that counts up to a thousand rows. */
export function CountedPagination({
  page,
  shown,
  total,
  isMore,
  href,
}: {
  page: number
  shown: number
  total: number
  isMore: boolean
  href: (page: number) => string
}) {
  const { t } = useTranslation('projects')
  const from = (page - 1) * pageSize + 1
  const to = from + shown - 1
  const isLast = to >= total || page * pageSize >= maxCounted
  if (shown === 0 && page === 1) return null
  return (
    <div className="flex flex-col gap-2">
      <Pagination
        previous={page > 1 ? href(page - 1) : null}
        next={isLast ? null : href(page + 1)}
        {...(!isMore && shown > 0 && { from, to, total })}
      />
      {isMore && isLast && <p className="text-sm text-muted-foreground">{t('list.narrow', { count: maxCounted })}</p>}
    </div>
  )
}
