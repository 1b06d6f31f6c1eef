import { Form } from '@remix-run/react'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  type ProjectFilter,
  projectListHref,
  projectSorts,
  projectStatusFilters,
} from '#app/features/projects/project-filter.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { projectCategories } from '#db/vocabulary/projects.ts'

/** Filters a list of projects; a GET form, so that the address can be bookmarked and shared. */
export function ProjectFilters({ filter }: { filter: ProjectFilter }) {
  const { t } = useTranslation('projects')
  const isNarrowed = filter.q !== '' || filter.status !== null || filter.category !== null
  return (
    <Form
      method="get"
      action="/projects"
      role="search"
      aria-label={t('filter.label')}
      key={projectListHref(filter)}
      className="@container"
    >
      {filter.scope !== 'own' && <input type="hidden" name="view" value={filter.scope} />}
      <div className="grid grid-cols-2 items-end gap-3 @xl:grid-cols-[repeat(3,minmax(0,1fr))_auto] @4xl:flex">
        <Field
          name="q"
          type="search"
          icon={Search}
          label={t('filter.q')}
          placeholder={t('filter.placeholder')}
          defaultValue={filter.q}
          maxLength={200}
          className="col-span-full @4xl:flex-1"
        />
        {filter.scope === 'own' && (
          <Select
            name="status"
            label={t('filter.status')}
            placeholder={t('filter.any')}
            defaultValue={filter.status ?? ''}
            options={projectStatusFilters.map((value) => ({ value, label: t(`status.${value}`) }))}
            className="@4xl:w-40"
          />
        )}
        <Select
          name="category"
          label={t('field.category')}
          placeholder={t('filter.any')}
          defaultValue={filter.category ?? ''}
          options={projectCategories.map((value) => ({ value, label: t(`category.${value}`) }))}
          className="@4xl:w-48"
        />
        <Select
          name="sort"
          label={t('filter.sort')}
          defaultValue={filter.sort}
          options={projectSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
          className="@4xl:w-44"
        />
        <div className="flex flex-wrap items-end gap-2">
          <SubmitButton variant="secondary">{t('filter.apply')}</SubmitButton>
          {isNarrowed && (
            <ButtonLink to={projectListHref({ ...filter, q: '', status: null, category: null })} variant="ghost">
              {t('filter.reset')}
            </ButtonLink>
          )}
        </div>
      </div>
    </Form>
  )
}
