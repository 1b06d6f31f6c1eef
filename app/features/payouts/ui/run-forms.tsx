import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Payment, PayoutRun } from '#app/features/payouts/runs.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { CheckboxGroup } from '#app/ui/forms/checkbox-group.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

type Result = { lastResult?: SubmissionResult<string[]> }
type Props = Result & { payments: Payment[] }

/** The result of the form of these intents, for the page has several. */
const resultOf = (lastResult: Result['lastResult'], ...intents: string[]) =>
  intents.includes(String(lastResult?.initialValue?.intent)) ? lastResult : undefined

/** A prepared run, for the admin who decides it; whoever prepared it can only discard it, and whoever works for a company that is paid is told that another admin decides. */
export function DecisionForm({
  run,
  isOwn,
  worksForPayee,
  lastResult,
}: Result & { run: PayoutRun; isOwn: boolean; worksForPayee: boolean }) {
  const { t } = useTranslation('payouts')
  const format = useFormat()
  const [form, fields] = useForm<{ password: string }>({
    id: 'decision',
    lastResult: resultOf(lastResult, 'approve', 'discard'),
  })
  const title = t('decide.title', { amount: format.money(run.totalCents, 'EUR') })
  if (worksForPayee)
    return (
      <Card title={title}>
        <p className="max-w-prose text-sm">{t('refused.forbiddenRole')}</p>
      </Card>
    )
  return (
    <Card title={title}>
      <div className="flex flex-col gap-4 text-sm">
        <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
          <ErrorSummary form={form} labels={{ password: t('decide.password') }} />
          <p className="max-w-prose">{t(isOwn ? 'decide.own' : 'decide.text')}</p>
          {!isOwn && (
            <>
              <PasswordField field={fields.password} label={t('decide.password')} required />
              <div>
                <SubmitButton name="intent" value="approve">
                  {t('decide.approve')}
                </SubmitButton>
              </div>
            </>
          )}
        </Form>
        <Form method="post">
          <SubmitButton name="intent" value="discard" variant="outline">
            {t('decide.discard')}
          </SubmitButton>
        </Form>
      </div>
    </Card>
  )
}

/** The payment file of an approved run. */
export function FileCard({ run }: { run: PayoutRun }) {
  const { t } = useTranslation('payouts')
  const format = useFormat()
  return (
    <Card title={t('file.title')}>
      <div className="flex flex-col gap-4 text-sm">
        <p className="max-w-prose">
          {t('file.text')}
          {run.fileTakenAt !== null && ` ${t('file.taken', { time: format.dateTime(run.fileTakenAt) })}`}
        </p>
        <PostForm action={`/escrow/payouts/${run.id}/file`} reloadDocument>
          <SubmitButton variant={run.fileTakenAt === null ? 'primary' : 'outline'}>{t('file.take')}</SubmitButton>
        </PostForm>
      </div>
    </Card>
  )
}

/** Records the row of the statement that paid some of the payments. */
export function BookForm({ payments, lastResult }: Props) {
  const { t } = useTranslation('payouts')
  const format = useFormat()
  const open = payments.filter(({ status }) => status === 'ordered')
  const [form, fields] = useForm<{ payoutIds: string[]; bookedOn: string; archiveId: string }>({
    id: 'book',
    lastResult: resultOf(lastResult, 'book'),
    defaultValue: { payoutIds: open.map(({ id }) => id) },
  })
  const labels = { payoutIds: t('field.payments'), bookedOn: t('book.on'), archiveId: t('field.archiveId') }
  if (open.length === 0) return null
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        title={t('book.title')}
        description={t('book.text')}
        actions={
          <SubmitButton name="intent" value="book" variant="outline">
            {t('book.submit')}
          </SubmitButton>
        }
      >
        <CheckboxGroup field={fields.payoutIds} label={labels.payoutIds} options={open.map(optionOf(format.money))} />
        <FieldRow>
          <Field field={fields.bookedOn} type="date" label={labels.bookedOn} required />
          <Field field={fields.archiveId} label={labels.archiveId} required maxLength={35} autoComplete="off" />
        </FieldRow>
      </FormCard>
    </Form>
  )
}

/** Records that a payment came back. */
export function ReturnForm({ payments, lastResult }: Props) {
  const { t } = useTranslation('payouts')
  const format = useFormat()
  const possible = payments.filter(({ status }) => status === 'ordered' || status === 'booked')
  const [form, fields] = useForm<{ payoutId: string; returnedOn: string; archiveId: string; reason: string }>({
    id: 'return',
    lastResult: resultOf(lastResult, 'return'),
  })
  const labels = {
    payoutId: t('return.which'),
    returnedOn: t('return.on'),
    archiveId: t('field.archiveId'),
    reason: t('return.reason'),
  }
  if (possible.length === 0) return null
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        title={t('return.title')}
        description={t('return.text')}
        actions={
          <SubmitButton name="intent" value="return" variant="outline">
            {t('return.submit')}
          </SubmitButton>
        }
      >
        <Select
          field={fields.payoutId}
          label={labels.payoutId}
          placeholder={t('return.choose')}
          options={possible.map(optionOf(format.money))}
          required
        />
        <FieldRow>
          <Field field={fields.returnedOn} type="date" label={labels.returnedOn} required />
          <Field
            field={fields.archiveId}
            label={labels.archiveId}
            hint={t('return.archiveHint')}
            optional
            maxLength={35}
            autoComplete="off"
          />
        </FieldRow>
        <Field field={fields.reason} label={labels.reason} required maxLength={500} autoComplete="off" />
      </FormCard>
    </Form>
  )
}

const optionOf =
  (money: (cents: number, currency: string) => string) =>
  ({ id, payeeName, amountCents, currency }: Payment) => ({
    value: id,
    label: `${payeeName}: ${money(amountCents, currency)}`,
  })
