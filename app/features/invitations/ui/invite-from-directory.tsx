import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Search, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Directory, ListedCompany } from '#app/features/invitations/queries.server.ts'
import { CheckboxGroup } from '#app/ui/forms/checkbox-group.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

/** Searches the directory and invites companies from it. One form, so that another search keeps what was ticked and written. */
export function InviteFromDirectory({
  projectId,
  directory: { q, companies: found, isMore },
  earlier,
  invited,
  lastResult,
  submissionId,
}: {
  projectId: string
  directory: Directory
  /** Who had bid on the terminated project that this one continues. */
  earlier: readonly ListedCompany[]
  invited: readonly string[]
  lastResult: SubmissionResult<string[]> | undefined
  submissionId: string
}) {
  const { t } = useTranslation('invitations')
  const [form, fields] = useForm<{ companyIds: string[]; note: string }>({ id: 'invite', lastResult })
  const had = new Set(earlier.map(({ id }) => id))
  const companies = [...earlier, ...found.filter(({ id }) => !had.has(id))]
  return (
    <FormCard title={t('directory.title')} description={t('directory.description')}>
      <Form
        method="post"
        action={`/projects/${projectId}/invitations`}
        id={form.id}
        noValidate
        className="flex flex-col gap-5"
      >
        <input type="hidden" name="submissionId" value={submissionId} />
        <ErrorSummary form={form} labels={{ companyIds: t('directory.found'), note: t('directory.note') }} />
        <div role="search" aria-label={t('directory.search')} className="flex items-end gap-3">
          <Field
            name="q"
            type="search"
            icon={Search}
            label={t('directory.search')}
            defaultValue={q}
            maxLength={100}
            className="min-w-0 flex-1"
          />
          <SubmitButton variant="secondary" name="search" value="1">
            {t('directory.submit')}
          </SubmitButton>
        </div>
        {q !== '' && found.length === 0 && <p role="status">{t('directory.none')}</p>}
        {companies.length === 0 && <input type="hidden" name="note" value={fields.note.initialValue ?? ''} />}
        {companies.length > 0 && (
          <>
            <CheckboxGroup
              field={fields.companyIds}
              label={t('directory.found')}
              hint={isMore ? t('directory.more') : undefined}
              options={companies.map(({ id, name, businessId, city, country }) => ({
                value: id,
                label: name,
                hint: [
                  ...[businessId, city, country, had.has(id) && t('directory.hadBid')],
                  invited.includes(id) && t('directory.already'),
                ]
                  .filter(Boolean)
                  .join(' · '),
                disabled: invited.includes(id),
              }))}
            />
            <TextArea
              field={fields.note}
              label={t('directory.note')}
              hint={t('directory.noteHint')}
              optional
              maxLength={1000}
              rows={3}
            />
            <SubmitButton icon={UserPlus} className="self-start">
              {t('directory.invite')}
            </SubmitButton>
          </>
        )}
      </Form>
    </FormCard>
  )
}
