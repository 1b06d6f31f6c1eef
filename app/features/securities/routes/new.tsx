import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { getSecurities } from '#app/features/securities/queries.server.ts'
import { recordSecurity } from '#app/features/securities/record-security.server.ts'
import { securitySchema } from '#app/features/securities/schemas.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { acceptOf, documentKinds } from '#app/platform/files/sniff-file.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { securityKinds, securityPurposes } from '#db/vocabulary/contracts.ts'

export const handle: PageHandle = { title: 'securities:new.title' }

const maxBytes = 20_000_000

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.secure')
  const { contract, demanded } = orNotFound(getSecurities(ctx, params.contractId ?? ''))
  const asked = new URL(request.url).searchParams.get('purpose')
  const lacking = demanded.filter(({ lack }) => lack !== null)
  const next = lacking.find(({ purpose }) => purpose === asked) ?? lacking[0]
  const { decimalMark } = await localeContextOf(request, ctx.actor)
  const amount = next ? (next.amountCents / 100).toFixed(2).replace('.', decimalMark) : ''
  const initial = { purpose: next?.purpose ?? 'performance', kind: next?.kind ?? 'bank_guarantee', amount }
  return { contract, initial, accept: acceptOf(documentKinds), submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  const limits = { maxFiles: 1, maxBytes, ...storageLimits(ctx.db, ctx, { unsent: false }) }
  const schema = securitySchema(await localeContextOf(request, ctx.actor))
  return handleUpload(request, schema, limits, (input, files) => {
    recordSecurity(ctx, { ...input, contractId, files })
    const text = { key: 'securities:flash.recorded' }
    return redirectWithFlash(request, `/contracts/${contractId}/securities`, { tone: 'success', text })
  })
}

type SecurityForm = Record<'purpose' | 'kind' | 'guarantor' | 'number' | 'amount' | 'validUntil' | 'files', string>

export default function NewSecurity() {
  const { contract, initial, accept, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('securities')
  const { t: tContract } = useTranslation('contracts')
  const { t: ui } = useTranslation('ui')
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<SecurityForm>({ id: 'security', lastResult, defaultValue: initial })
  const labels = {
    purpose: t('field.purpose'),
    kind: t('form.kind'),
    guarantor: t('field.guarantor'),
    number: t('field.number'),
    amount: t('field.amount'),
    validUntil: t('field.validUntil'),
    files: t('field.file'),
  }
  const path = `/contracts/${contract.id}/securities`
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tContract('list.title'), to: '/contracts' },
          { label: contract.number, to: `/contracts/${contract.id}` },
          { label: t('list.title'), to: path },
          { label: t('new.title') },
        ]}
      />
      <Form method="post" encType="multipart/form-data" id={form.id} noValidate className="flex flex-col gap-6">
        <input type="hidden" name="submissionId" value={submissionId} />
        <ErrorSummary form={form} labels={labels} />
        <FormCard
          description={t(`new.text.${contract.party}`)}
          actions={
            <>
              <SubmitButton>{t('new.submit')}</SubmitButton>
              <ButtonLink to={path} variant="outline">
                {ui('cancel')}
              </ButtonLink>
            </>
          }
        >
          <FieldRow>
            <Select
              field={fields.purpose}
              label={labels.purpose}
              options={securityPurposes.map((value) => ({ value, label: t(`purpose.${value}`) }))}
            />
            <Select
              field={fields.kind}
              label={labels.kind}
              options={securityKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
            />
          </FieldRow>
          <Field
            field={fields.guarantor}
            label={labels.guarantor}
            hint={t('field.guarantorHint')}
            required
            maxLength={200}
          />
          <Field field={fields.number} label={labels.number} required maxLength={100} autoComplete="off" />
          <FieldRow>
            <MoneyField field={fields.amount} label={labels.amount} currency={contract.currency} required />
            <Field
              field={fields.validUntil}
              type="date"
              label={labels.validUntil}
              hint={t('field.validUntilHint')}
              optional
            />
          </FieldRow>
          <FileField
            field={fields.files}
            label={labels.files}
            hint={t('field.fileHint')}
            accept={accept}
            multiple={false}
            optional
          />
        </FormCard>
      </Form>
    </div>
  )
}
