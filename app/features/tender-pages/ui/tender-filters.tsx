import { Rss } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TradePlaceFilter } from '#app/features/projects/ui/trade-place-filter.tsx'
import { type TenderFilter, tendersHref } from '#app/features/tender-pages/tender-filter.ts'
import { ButtonLink } from '#app/ui/button.tsx'

/** Filters the public list by category and place, and links to its feed. */
export function TenderFilters({ filter, places, feed }: { filter: TenderFilter; places: string[]; feed: string }) {
  const { t } = useTranslation('tenderpages')
  const { t: tProject } = useTranslation('projects')
  const { category, place } = filter
  return (
    <TradePlaceFilter
      action="/tenders"
      label={t('filter.label')}
      trade={{ name: 'category', label: tProject('field.category'), value: category }}
      place={{ name: 'place', label: tProject('field.location'), value: place }}
      places={places}
      reset={tendersHref({ category: null, place: null })}
    >
      <ButtonLink to={feed} variant="ghost" icon={Rss} reloadDocument>
        {t('filter.feed')}
      </ButtonLink>
    </TradePlaceFilter>
  )
}
