import { Rss } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type TenderFilter, tendersHref } from '#app/features/tender-pages/tender-filter.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { projectCategories } from '#db/vocabulary/projects.ts'

/** Filters the public list by category and place, and links to its feed; a GET form, so that the address can be shared. */
export function TenderFilters({ filter, places, feed }: { filter: TenderFilter; places: string[]; feed: string }) {
  const { t } = useTranslation('tenderpages')
  const { t: tProject } = useTranslation('projects')
  const { category, place } = filter
  const known = place && !places.includes(place) ? [place, ...places] : places
  return (
    <form
      method="get"
      action="/tenders"
      role="search"
      aria-label={t('filter.label')}
      className="flex flex-wrap items-end gap-3 print:hidden"
    >
      <Select
        name="category"
        label={tProject('field.category')}
        placeholder={tProject('filter.any')}
        defaultValue={category ?? ''}
        options={projectCategories.map((value) => ({ value, label: tProject(`category.${value}`) }))}
        className="min-w-0 flex-1 basis-40"
      />
      <Select
        name="place"
        label={tProject('field.location')}
        placeholder={tProject('filter.any')}
        defaultValue={place ?? ''}
        options={known.map((value) => ({ value, label: value }))}
        className="min-w-0 flex-1 basis-40"
      />
      <div className="flex flex-wrap items-end gap-2">
        <SubmitButton variant="secondary">{tProject('filter.apply')}</SubmitButton>
        {(category || place) && (
          <ButtonLink to={tendersHref({ category: null, place: null })} variant="ghost">
            {tProject('filter.reset')}
          </ButtonLink>
        )}
        <ButtonLink to={feed} variant="ghost" icon={Rss} reloadDocument>
          {t('filter.feed')}
        </ButtonLink>
      </div>
    </form>
  )
}
