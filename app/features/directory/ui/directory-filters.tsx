import { useTranslation } from 'react-i18next'
import { type DirectoryFilter, directoryHref } from '#app/features/directory/directory-filter.ts'
import { TradePlaceFilter } from '#app/features/projects/ui/trade-place-filter.tsx'

/** Filters the directory by trade and place. */
export function DirectoryFilters({ filter: { trade, place }, places }: { filter: DirectoryFilter; places: string[] }) {
  const { t } = useTranslation('directory')
  return (
    <TradePlaceFilter
      action="/companies"
      label={t('filter')}
      trade={{ name: 'trade', label: t('trades'), value: trade }}
      place={{ name: 'place', label: t('place'), value: place }}
      places={places}
      reset={directoryHref({ trade: null, place: null })}
    />
  )
}
