import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { maxFiles, maxFilesBytes } from '#app/features/tenders/limits.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

type Page = {
  project: { id: string; title: string }
  /** For an open project: the change is an addendum. */
  addendum: { addendumDays: number; bidDeadline: string } | null
  expectedVersion: number
  submissionId: string
  accept: string
}

type Fields = { files: string; summary: string; bidDeadline: string }

/** A form that changes the documents of a project. `files`: how many it takes. */
export function DocumentsForm({
  page,
  lastResult,
  here,
  title,
  text,
  submitLabel,
  files,
}: {
  page: Page
  lastResult: SubmissionResult<string[]> | undefined
  /** The page in the breadcrumbs, where the form has no heading of its own. */
  here?: string
  title?: string
  text: string
  submitLabel: string
  files: 'many' | 'one' | 'none'
}) {
  const { t } = useTranslation('tenders')
  const { t: tProject } = useTranslation('projects')
  const { t: tForm } = useTranslation('projectform')
  const { t: tUi } = useTranslation('ui')
  const { zone } = useFormat()
  const { project, addendum, expectedVersion, submissionId, accept } = page
  const back = `/projects/${project.id}`
  const [form, fields] = useForm<Fields>({
    ...{ id: 'documents', lastResult },
    defaultValue: { bidDeadline: addendum?.bidDeadline ?? '' },
  })
  const labels = {
    files: files === 'one' ? t('field.file') : t('field.files'),
    summary: tProject('field.summary'),
    bidDeadline: tProject('field.bidDeadline'),
  }
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tProject('list.title'), to: '/projects' },
          { label: project.title, to: back },
          { label: title ?? here },
        ]}
      />
      <Form
        method="post"
        id={form.id}
        encType="multipart/form-data"
        noValidate
        className="flex w-full max-w-form flex-col gap-6"
      >
        <input type="hidden" name="submissionId" value={submissionId} />
        <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
        <ErrorSummary form={form} labels={labels} />
        <EditConflict lastResult={lastResult} to={back} />
        {addendum && (
          <Alert tone="warning" title={tProject('edit.addendumTitle')}>
            {tProject('edit.addendumText')}
          </Alert>
        )}
        <FormCard title={title} description={text}>
          {addendum && (
            <>
              <TextArea
                field={fields.summary}
                label={labels.summary}
                hint={tForm('summaryHint')}
                required
                maxLength={2000}
              />
              <Field
                field={fields.bidDeadline}
                label={`${labels.bidDeadline} (${zone})`}
                type="datetime-local"
                hint={t('form.deadlineHint', { count: addendum.addendumDays })}
                required
              />
            </>
          )}
          {files !== 'none' && (
            <FileField
              field={fields.files}
              label={labels.files}
              hint={t('form.filesHint', {
                count: files === 'one' ? 1 : maxFiles,
                megabytes: maxFilesBytes / 1_000_000,
              })}
              accept={accept}
              multiple={files === 'many'}
            />
          )}
        </FormCard>
        <div className="flex flex-col gap-3 sm:flex-row">
          <SubmitButton>{submitLabel}</SubmitButton>
          <ButtonLink to={back} variant="outline">
            {tUi('cancel')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  )
}
