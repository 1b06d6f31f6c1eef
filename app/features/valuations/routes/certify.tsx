import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requiresPassword } from '#app/features/escrow/release-milestone.server.ts'
import { certifyValuation } from '#app/features/valuations/certify-valuation.server.ts'
import { doneInputValue } from '#app/features/valuations/measure.ts'
import { getValuation } from '#app/features/valuations/queries.server.ts'
import { certifySchema } from '#app/features/valuations/schemas.server.ts'
import { DoneFields, type DoneValues } from '#app/features/valuations/ui/done-fields.tsx'
import { ValuationCrumbs } from '#app/features/valuations/ui/valuation-crumbs.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'valuations:certify.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.release')
  const { milestone, contract, role, valuation, actions } = orNotFound(getValuation(ctx, params.valuationId ?? ''))
  if (role !== 'client') orNotFound(null)
  if (!actions.includes('certify')) leavePage(`/valuations/${valuation.id}`)
  const mark = await localeContextOf(request, ctx.actor)
  const { id, name, lines, claimed } = valuation
  return {
    ...{ milestone, contract, valuation: { id, name, lines, claimed }, submissionId: newSubmissionId() },
    done: lines.map((line) => doneInputValue(line.basis, line.claimedDone, mark)),
    requiresPassword: requiresPassword(claimed.grossCents),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const valuationId = params.valuationId ?? ''
  const { valuation } = orNotFound(getValuation(ctx, valuationId))
  const schema = certifySchema(valuation.lines, await localeContextOf(request, ctx.actor))
  return handleForm(request, schema, async (input) => {
    await certifyValuation(ctx, { ...input, valuationId })
    const text = { key: 'valuations:flash.certified' }
    return redirectWithFlash(request, `/valuations/${valuationId}`, { tone: 'success', text })
  })
}

/** The client certifies a valuation line by line, which releases what it certifies. */
export default function CertifyValuation() {
  const page = useLoaderData<typeof loader>()
  const { milestone, contract, valuation, done, submissionId } = page
  const { t } = useTranslation('valuations')
  const { t: ui } = useTranslation('ui')
  const format = useFormat()
  const path = `/valuations/${valuation.id}`
  const [form, fields] = useForm<{ lines: DoneValues[]; password: string }>({
    id: 'certify',
    lastResult: useActionData<typeof action>()?.lastResult,
    defaultValue: {
      lines: valuation.lines.map(({ lineId }, index) => ({ lineId, done: done[index] ?? '', reason: '' })),
    },
  })
  const amount = format.money(valuation.claimed.grossCents, contract.currency)
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <ValuationCrumbs contract={contract} milestone={milestone} here={t('certify.title')} />
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
        <input type="hidden" name="submissionId" value={submissionId} />
        <ErrorSummary
          form={form}
          labels={{
            password: t('certify.password'),
            lines: {
              label: t('claim.lines'),
              row: (index) => t('field.line', { position: index + 1 }),
              fields: { done: t('done.toDate'), reason: t('done.reason') },
            },
          }}
        />
        <FormCard
          title={t('certify.question', { name: valuation.name })}
          description={t('certify.text', { amount, provider: contract.providerName })}
        >
          <div id={fields.lines.id} className="@container flex flex-col gap-5">
            {fields.lines.getFieldList().map((field, index) => {
              const line = valuation.lines[index]
              return (
                line && (
                  <DoneFields key={field.key ?? field.name} field={field} line={line} currency={contract.currency} />
                )
              )
            })}
          </div>
        </FormCard>
        {page.requiresPassword && (
          <FormCard>
            <PasswordField
              field={fields.password}
              label={t('certify.password')}
              hint={t('certify.passwordHint')}
              required
            />
          </FormCard>
        )}
        <div className="flex flex-col gap-3 sm:flex-row">
          <SubmitButton>{t('certify.submit')}</SubmitButton>
          <ButtonLink to={path} variant="outline">
            {ui('cancel')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  )
}
