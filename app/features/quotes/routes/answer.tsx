import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { loadQuotePage } from '#app/features/quotes/quote-page.server.ts'
import { recordAnswer } from '#app/features/quotes/record-answer.server.ts'
import { recordSchema } from '#app/features/quotes/schemas.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'quotes:record.title' }
export const shouldRevalidate = revalidateIfRead

export async function loader(args: LoaderFunctionArgs) {
  const { quote, back } = await loadQuotePage(args, 'accept')
  return { back, state: quote.state, expectedVersion: quote.updatedAt, submissionId: newSubmissionId() }
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args
  const { ctx, quote, back } = await loadQuotePage(args)
  return handleForm(request, recordSchema, (input) => {
    recordAnswer(ctx, { ...input, quoteId: quote.id })
    return redirectWithFlash(request, back, { tone: 'success', text: { key: `quotes:flash.${input.outcome}` } })
  })
}

export default function RecordAnswer() {
  const { back, state, expectedVersion, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('quotes')
  const { t: tList } = useTranslation('quotelist')
  const { t: tUi } = useTranslation('ui')
  const defaultValue = { outcome: 'accepted', name: '', reason: '' }
  const [form, fields] = useForm<typeof defaultValue>({ id: 'answer', lastResult, defaultValue })
  const labels = { outcome: t('record.outcome'), name: t('record.name'), reason: t('record.how') }
  const outcomes = state === 'expired' ? (['accepted'] as const) : (['accepted', 'declined'] as const)
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <input type="hidden" name="expectedVersion" value={expectedVersion} />
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        title={t('record.title')}
        description={t(state === 'expired' ? 'record.late' : 'record.text')}
        actions={
          <>
            <SubmitButton>{t('record.confirm')}</SubmitButton>
            <ButtonLink to={back} variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        <RadioGroup
          field={fields.outcome}
          label={labels.outcome}
          options={outcomes.map((value) => ({ value, label: tList(`status.${value}`) }))}
        />
        <Field field={fields.name} label={labels.name} required maxLength={200} autoComplete="off" />
        <TextArea
          field={fields.reason}
          label={labels.reason}
          hint={t('record.howHint')}
          required
          maxLength={2000}
          rows={3}
        />
      </FormCard>
    </Form>
  )
}
