import { useTranslation } from 'react-i18next'
import { type DirectoryFilter, directoryHref } from '#app/features/directory/directory-filter.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { projectCategories } from '#db/vocabulary/projects.ts'

/** Filters the directory by trade and place; a GET form, so that the address can be shared. */
export function DirectoryFilters({ filter: { trade, place }, places }: { filter: DirectoryFilter; places: string[] }) {
  const { t } = useTranslation('directory')
  const { t: tProject } = useTranslation('projects')
  const known = place && !places.includes(place) ? [place, ...places] : places
  return (
    <form
      method="get"
      action="/companies"
      role="search"
      aria-label={t('filter')}
      className="flex flex-wrap items-end gap-3 print:hidden"
    >
      <Select
        name="trade"
        label={t('trades')}
        placeholder={tProject('filter.any')}
        defaultValue={trade ?? ''}
        options={projectCategories.map((value) => ({ value, label: tProject(`category.${value}`) }))}
        className="min-w-0 flex-1 basis-40"
      />
      <Select
        name="place"
        label={t('place')}
        placeholder={tProject('filter.any')}
        defaultValue={place ?? ''}
        options={known.map((value) => ({ value, label: value }))}
        className="min-w-0 flex-1 basis-40"
      />
      <div className="flex flex-wrap items-end gap-2">
        <SubmitButton variant="secondary">{tProject('filter.apply')}</SubmitButton>
        {(trade || place) && (
          <ButtonLink to={directoryHref({ trade: null, place: null })} variant="ghost">
            {tProject('filter.reset')}
          </ButtonLink>
        )}
      </div>
    </form>
  )
}
