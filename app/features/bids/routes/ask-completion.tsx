import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getQualificationView } from '#app/features/bids/qualification/answers-page.server.ts'
import { askCompletion, bidsToComplete } from '#app/features/bids/qualification/ask-completion.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { completionSchema } from '#app/features/qualifications/answer-schema.server.ts'
import { isCompletable } from '#app/features/qualifications/check-qualification.ts'
import { useItemName } from '#app/features/qualifications/ui/qualification-items.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'qualification:ask.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.askCompletion')
  const bid = orNotFound(getBid(ctx, params.bidId ?? ''))
  const { items, askTo } = getQualificationView(ctx, bid)
  if (askTo === null) leavePage(`/bids/${bid.id}`)
  const missing = items.filter(isCompletable)
  const { id, companyName, currency, status, project } = bid
  const others =
    status === 'awarded'
      ? []
      : bidsToComplete(ctx.db, { id: project.id, currency }, ctx.now).filter((other) => other.bid.id !== id)
  return {
    id,
    companyName,
    currency,
    missing,
    others: others.map((other) => other.companyName),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const bidId = params.bidId ?? ''
  return handleForm(request, completionSchema, (input) => {
    askCompletion(ctx, { ...input, bidId })
    return redirectWithFlash(request, `/bids/${bidId}`, { tone: 'success', text: { key: 'qualification:ask.done' } })
  })
}

/** The client asks a bidder for what its bid lacks. */
export default function AskCompletion() {
  const { id, companyName, currency, missing, others, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('qualification')
  const nameOf = useItemName(currency)
  const [form, fields] = useForm<{ days: string; message: string }>({
    ...{ id: 'completion', lastResult },
    defaultValue: { days: '5', message: '' },
  })
  const labels = { days: t('ask.days'), message: t('ask.message') }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={labels} />
      <ConfirmPanel
        title={t('ask.heading', { company: companyName })}
        confirmLabel={t('ask.confirm')}
        cancelTo={`/bids/${id}`}
        destructive={false}
      >
        <p>{t('ask.text')}</p>
        <ul className="list-disc ps-5 text-foreground">
          {missing.map((item) => (
            <li key={nameOf(item)} className="wrap-anywhere">
              {t('ask.item', { name: nameOf(item), found: t(`item.${item.state}`) })}
            </li>
          ))}
        </ul>
        {others.length > 0 && (
          <>
            <p>{t('ask.others')}</p>
            <ul className="list-disc ps-5 text-foreground">
              {others.map((name) => (
                <li key={name} className="wrap-anywhere">
                  {name}
                </li>
              ))}
            </ul>
          </>
        )}
        <Field field={fields.days} label={labels.days} hint={t('ask.daysHint')} inputMode="numeric" required />
        <TextArea
          field={fields.message}
          label={labels.message}
          hint={others.length > 0 ? t('ask.messageHint') : undefined}
          maxLength={2000}
          optional
        />
      </ConfirmPanel>
    </Form>
  )
}
