import { Form } from '@remix-run/react'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ClientFilter, clientListHref, clientSorts } from '#app/features/clients/client-filter.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** Narrows and sorts the list of clients; a GET form, so that the address can be bookmarked and shared. */
export function ClientFilters({ filter, tags }: { filter: ClientFilter; tags: readonly string[] }) {
  const { t } = useTranslation('clients')
  const isNarrowed = filter.q !== '' || filter.tag !== null
  return (
    <Form
      method="get"
      action="/clients"
      role="search"
      aria-label={t('filter.label')}
      key={clientListHref(filter)}
      className="@container print:hidden"
    >
      {filter.view !== 'active' && <input type="hidden" name="view" value={filter.view} />}
      <div className="grid grid-cols-2 gap-3 @3xl:flex @3xl:items-end">
        <Field
          name="q"
          type="search"
          icon={Search}
          label={t('filter.q')}
          placeholder={t('filter.placeholder')}
          defaultValue={filter.q}
          maxLength={100}
          className="col-span-2 @3xl:flex-1"
        />
        {tags.length > 0 && (
          <Select
            name="tag"
            label={t('filter.tag')}
            placeholder={t('filter.anyTag')}
            defaultValue={filter.tag ?? ''}
            options={tags.map((tag) => ({ value: tag, label: tag }))}
            className="@3xl:w-44"
          />
        )}
        <Select
          name="sort"
          label={t('filter.sort')}
          defaultValue={filter.sort}
          options={clientSorts.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
          className="@3xl:w-48"
        />
        <div className="col-span-2 flex gap-2">
          <SubmitButton variant="secondary">{t('filter.apply')}</SubmitButton>
          {isNarrowed && (
            <ButtonLink to={clientListHref({ ...filter, q: '', tag: null })} variant="ghost">
              {t('filter.reset')}
            </ButtonLink>
          )}
        </div>
      </div>
    </Form>
  )
}
