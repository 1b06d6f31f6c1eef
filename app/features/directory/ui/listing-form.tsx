import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Listing } from '#app/features/directory/queries.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { CheckboxGroup } from '#app/ui/forms/checkbox-group.tsx'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import { projectCategories } from '#db/vocabulary/projects.ts'

type Values = { about: string; trades: string[]; place: string; agreed: string }
type Props = {
  listing: Listing | null
  /** Why staff have taken the page down; null if they have not. */
  takenDown: string | null
  /** The company's own town, with which a new listing begins. */
  city: string
  /** The company is a person, whose name and town are personal data. */
  isPerson: boolean
  lastResult: SubmissionResult<string[]> | undefined
}

/** What the company says of itself, with its consent to show that; and, once it is shown, the way back. */
export function ListingForm({ listing, takenDown, city, isPerson, lastResult }: Props) {
  const { t } = useTranslation('directory')
  const { t: tShell } = useTranslation('shell')
  const { t: tProject } = useTranslation('projects')
  const blank = { about: '', trades: [], place: city, agreed: '' }
  const defaultValue = listing ? { ...listing, agreed: 'on' } : blank
  const [form, fields] = useForm<Values>({ id: 'listing', lastResult, defaultValue })
  const labels = { about: t('about'), trades: t('trades'), place: t('place'), agreed: t('setting.agreed') }
  return (
    <>
      {takenDown && (
        <Alert tone="warning" title={t('setting.down')}>
          <p className="wrap-anywhere whitespace-pre-wrap">{takenDown}</p>
          <p>{t('setting.downText')}</p>
          <p>
            <TextLink to="/support">{tShell('support')}</TextLink>
          </p>
        </Alert>
      )}
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
        <ExpectedVersionField lastResult={lastResult} expectedVersion={listing?.updatedAt} />
        <EditConflict lastResult={lastResult} to="/company-settings/listing" />
        <ErrorSummary form={form} labels={labels} />
        {isPerson && <Alert tone="info">{t('setting.person')}</Alert>}
        <FormCard
          title={t('setting.heading')}
          description={t('setting.who')}
          actions={<SubmitButton>{listing ? t('setting.save') : t('setting.list')}</SubmitButton>}
        >
          <TextArea field={fields.about} label={labels.about} rows={5} maxLength={1000} required />
          <CheckboxGroup
            field={fields.trades}
            label={labels.trades}
            layout="inline"
            options={projectCategories.map((value) => ({ value, label: tProject(`category.${value}`) }))}
          />
          <Field field={fields.place} label={labels.place} autoComplete="address-level2" maxLength={100} required />
          <Checkbox field={fields.agreed} label={labels.agreed} hint={t('setting.agreedHint')} />
        </FormCard>
      </Form>
      {listing && (
        <Form method="post" className="self-start">
          <input type="hidden" name="intent" value="remove" />
          <SubmitButton variant="outline">{t('setting.remove')}</SubmitButton>
        </Form>
      )}
    </>
  )
}
