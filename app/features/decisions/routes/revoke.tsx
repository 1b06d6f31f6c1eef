import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { availableBidActions } from '#app/features/bids/bid-actions.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { findProjectContract } from '#app/features/contracts/project-contract.server.ts'
import { contactOf } from '#app/features/decisions/freeze-decision.server.ts'
import { maxAppeals, maxContact, maxReason } from '#app/features/decisions/limits.ts'
import { legalBasis } from '#app/features/decisions/readable-revocation.ts'
import { type ExclusionGround, groundNames, revocationKinds } from '#app/features/decisions/revocation.ts'
import { revokeStandingAward } from '#app/features/decisions/revoke-standing-award.server.ts'
import { revocationSchema } from '#app/features/decisions/schemas.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'revocation:heading' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.award')
  const bid = orNotFound(getBid(ctx, params.bidId ?? ''))
  if (!availableBidActions(bid, ctx.now).includes('revoke')) leavePage(`/bids/${bid.id}`)
  return {
    ...{ id: bid.id, company: bid.companyName, title: bid.project.title },
    hasContract: findProjectContract(ctx, bid.project.id) !== null,
    contact: contactOf(ctx.actor),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.award')
  return handleForm(request, revocationSchema, (input) => {
    const { projectId } = revokeStandingAward(ctx, { ...input, bidId: params.bidId ?? '' })
    return redirectWithFlash(request, `/projects/${projectId}/bids`, {
      tone: 'success',
      text: { key: 'revocation:done' },
    })
  })
}

const fieldNames = ['kind', 'reason', 'ground', 'details', 'contact', 'appeals'] as const

export default function RevokeAward() {
  const { id, company, title, hasContract, contact, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('revocation')
  const [form, fields] = useForm<Record<(typeof fieldNames)[number], string>>({
    id: 'revoke',
    lastResult,
    defaultValue: { kind: '', reason: '', ground: '', details: '', contact, appeals: '' },
  })
  const labels = {
    kind: t('kind'),
    reason: t('reason'),
    ground: t('ground'),
    details: t('details'),
    contact: t('contact'),
    appeals: t('appeals'),
  }
  const nameOf = (ground: ExclusionGround) => {
    const basis = legalBasis(ground, t)
    return basis === '' ? t(`grounds.${ground}`) : `${t(`grounds.${ground}`)} (${basis})`
  }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={labels} />
      <ConfirmPanel
        title={t('of', { company })}
        confirmLabel={t('confirm')}
        cancelTo={`/bids/${id}`}
        cancelLabel={t('keep')}
      >
        <p className="wrap-anywhere">{title}</p>
        <ul className="flex list-disc flex-col gap-1.5 ps-5">
          <li>{t('told')}</li>
          <li>{t('next')}</li>
          {hasContract && <li>{t('contract')}</li>}
        </ul>
        <RadioGroup
          field={fields.kind}
          label={labels.kind}
          required
          options={revocationKinds.map((kind) => ({
            value: kind,
            label: t(`kinds.${kind}`),
            hint: t(`hints.${kind}`),
          }))}
        />
        <TextArea field={fields.reason} label={labels.reason} hint={t('reasonHint')} required maxLength={maxReason} />
        <Select
          field={fields.ground}
          label={labels.ground}
          hint={t('groundHint')}
          placeholder={t('noGround')}
          options={groundNames.map((ground) => ({ value: ground, label: nameOf(ground) }))}
        />
        <TextArea field={fields.details} label={labels.details} hint={t('detailsHint')} maxLength={maxReason} />
        <Field field={fields.contact} label={labels.contact} hint={t('contactHint')} required maxLength={maxContact} />
        <TextArea
          field={fields.appeals}
          label={labels.appeals}
          hint={t('appealsHint')}
          optional
          maxLength={maxAppeals}
        />
      </ConfirmPanel>
    </Form>
  )
}
