import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

/** Takes a file of statements. */
export function UploadForm({
  accept,
  submissionId,
  lastResult,
}: {
  accept: string
  submissionId: string
  lastResult?: SubmissionResult<string[]>
}) {
  const { t } = useTranslation('bankstatements')
  const [form, fields] = useForm<{ files: string }>({ id: 'upload', lastResult })
  return (
    <Form method="post" encType="multipart/form-data" id={form.id} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ files: t('upload.file') }} />
      <FormCard title={t('upload.title')} actions={<SubmitButton>{t('upload.submit')}</SubmitButton>}>
        <FileField
          field={fields.files}
          label={t('upload.file')}
          hint={t('upload.hint')}
          accept={accept}
          multiple={false}
        />
      </FormCard>
    </Form>
  )
}
