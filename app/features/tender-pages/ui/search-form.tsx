import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { SavedSearch } from '#app/features/tender-pages/saved-searches.server.ts'
import type { TenderFilter } from '#app/features/tender-pages/tender-filter.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { projectCategories } from '#db/vocabulary/projects.ts'
import { searchRhythms } from '#db/vocabulary/saved-searches.ts'

type Values = { name: string; category: string; place: string; rhythm: string }

/** Saves a filter of the public list, with a name that says what it finds, or changes one that is saved. */
export function SearchForm({
  edited,
  filter: { category, place },
  lastResult,
}: {
  edited: SavedSearch | null
  filter: TenderFilter
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const { t } = useTranslation('savedsearches')
  const { t: tProject } = useTranslation('projects')
  const { t: tUi } = useTranslation('ui')
  const name = [category && tProject(`category.${category}`), place].filter(Boolean).join(', ').slice(0, 80)
  const added = { name: name || t('all'), category: category ?? '', place: place ?? '', rhythm: 'daily' }
  const defaultValue: Values = edited ?? added
  const kind = edited ? 'change' : 'save'
  const [form, fields] = useForm<Values>({ id: 'search', lastResult, defaultValue })
  const labels = {
    category: tProject('field.category'),
    place: tProject('field.location'),
    name: t('name'),
    rhythm: t('rhythm.label'),
  }
  return (
    <Form
      method="post"
      action={edited ? `/projects/searches?edit=${edited.id}` : '/projects/searches'}
      id={form.id}
      noValidate
      className="flex flex-col gap-6"
    >
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        title={t(`${kind}.title`)}
        description={t(`${kind}.description`)}
        actions={
          <>
            <SubmitButton>{t(`${kind}.submit`)}</SubmitButton>
            {edited && (
              <ButtonLink to="/projects/searches" variant="ghost">
                {tUi('cancel')}
              </ButtonLink>
            )}
          </>
        }
      >
        <FieldRow>
          <Select
            field={fields.category}
            label={labels.category}
            placeholder={tProject('filter.any')}
            options={projectCategories.map((value) => ({ value, label: tProject(`category.${value}`) }))}
          />
          <Field
            field={fields.place}
            label={labels.place}
            hint={t('placeHint')}
            autoComplete="off"
            maxLength={200}
            optional
          />
        </FieldRow>
        <Field field={fields.name} label={labels.name} autoComplete="off" maxLength={80} required />
        <RadioGroup
          field={fields.rhythm}
          label={labels.rhythm}
          layout="inline"
          options={searchRhythms.map((value) => ({ value, label: t(`rhythm.${value}`) }))}
        />
      </FormCard>
    </Form>
  )
}
