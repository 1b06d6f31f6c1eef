import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { gapsOf } from '#app/features/bids/levelling/levelling.ts'
import { plugLine } from '#app/features/bids/levelling/plug-line.server.ts'
import { listPlugHistory } from '#app/features/bids/levelling/plugs.server.ts'
import { getBid, getComparison } from '#app/features/bids/queries.server.ts'
import { plugSchema } from '#app/features/bids/schemas.server.ts'
import { PlugHistory } from '#app/features/bids/ui/plug-history.tsx'
import { amountInputValue } from '#app/features/projects/form-values.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'bids:plug.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.level')
  const bid = orNotFound(getBid(ctx, params.bidId ?? ''))
  const { comparison, plugs } = orNotFound(getComparison(ctx, bid.project.id))
  const gap = orNotFound(gapsOf(comparison, bid.id, plugs).find(({ projectLineId }) => projectLineId === params.lineId))
  if (bid.project.status !== 'evaluating') leavePage(`/projects/${bid.project.id}/bids`)
  const localeContext = await localeContextOf(request, ctx.actor)
  const place = { bid: bid.id, line: gap.projectLineId, company: ctx.company.id }
  return {
    ...{ projectId: bid.project.id, company: bid.companyName, line: gap.description, currency: bid.currency },
    amount: gap.plug ? amountInputValue(gap.plug.netCents, localeContext) : '',
    history: listPlugHistory(ctx.db, place),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const [bidId, projectLineId] = [params.bidId ?? '', params.lineId ?? '']
  return handleForm(request, plugSchema(await localeContextOf(request, ctx.actor)), ({ amount, ...input }) => {
    const { projectId } = plugLine(ctx, { ...input, bidId, projectLineId, netCents: amount })
    return redirectWithFlash(request, `/projects/${projectId}/bids`, {
      tone: 'success',
      text: { key: 'bids:plug.saved' },
    })
  })
}

/** The client's own amount for a line that a bid leaves open, for the levelled comparison. */
export default function PlugLine() {
  const { projectId, company, line, currency, amount, history, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('bids')
  const [form, fields] = useForm<{ amount: string; reason: string }>({
    id: 'plug',
    lastResult,
    defaultValue: { amount, reason: '' },
  })
  const labels = { amount: t('plug.amount'), reason: t('field.reason') }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={labels} />
      <ConfirmPanel
        title={t('compare.plugOf', { line, company })}
        confirmLabel={t('plug.save')}
        cancelTo={`/projects/${projectId}/bids`}
        destructive={false}
      >
        <p>{t('plug.text')}</p>
        <MoneyField
          field={fields.amount}
          label={labels.amount}
          hint={t('plug.amountHint')}
          currency={currency}
          optional
        />
        <TextArea field={fields.reason} label={labels.reason} hint={t('plug.reasonHint')} required maxLength={2000} />
        {history.length > 0 && <PlugHistory plugs={history} currency={currency} />}
      </ConfirmPanel>
    </Form>
  )
}
