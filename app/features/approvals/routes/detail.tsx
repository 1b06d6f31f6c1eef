import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { approveRequest } from '#app/features/approvals/approve-request.server.ts'
import { getApproval } from '#app/features/approvals/queries.server.ts'
import { approveSchema } from '#app/features/approvals/schemas.server.ts'
import { ApprovalFacts, ApprovalState, type ShownApproval } from '#app/features/approvals/ui/approval-facts.tsx'
import { lineNetCents } from '#app/features/bids/bid-totals.ts'
import { pricedOptions } from '#app/features/bids/options/options.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { changeOrderToSign } from '#app/features/change-orders/queries.server.ts'
import { signedChangeOrder } from '#app/features/change-orders/signed-change-order.server.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { getContractPaper } from '#app/features/contracts/readable-contract.server.ts'
import { signedContract } from '#app/features/contracts/signed-contract.server.ts'
import { getSigner } from '#app/features/contracts/signer-names.server.ts'
import { SignedSheet } from '#app/features/contracts/ui/signed-sheet.tsx'
import { SignerFields, type signerFields } from '#app/features/contracts/ui/signer-fields.tsx'
import { readerOf } from '#app/i18n/reader.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'approvals:detail.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request)
  const { ip: _ip, userAgent: _agent, ...approval } = orNotFound(getApproval(ctx, params.approvalId ?? ''))
  const contract = approval.act === 'sign' ? getContract(ctx, approval.subjectId) : null
  const change = approval.act === 'sign_change' ? changeOrderToSign(ctx, approval.subjectId) : null
  const reader = await readerOf(request, ctx.actor)
  const sentAt = contract?.sentAt ?? change?.proposedAt ?? null
  return {
    approval,
    options: approval.act === 'award' ? optionsOf(ctx, approval) : [],
    fallback: getBid(ctx, approval.details.fallbackBidId ?? '')?.companyName ?? null,
    email: ctx.actor.email,
    paper: contract
      ? signedContract(orNotFound(getContractPaper(ctx, contract.id)), reader)
      : change && signedChangeOrder(change.paper, reader),
    signer: (contract || change) && getSigner(ctx, sentAt),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const approvalId = params.approvalId ?? ''
  const { act } = orNotFound(getApproval(ctx, approvalId))
  return handleForm(request, approveSchema(act), async (input) => {
    const { path } = await approveRequest(ctx, { ...input, approvalId })
    return redirectWithFlash(request, path, { tone: 'success', text: { key: `approvals:flash.approved.${act}` } })
  })
}

/** The options of the bid that is to be awarded, with which of them become part of the contract. */
function optionsOf(ctx: CompanyContext, { subjectId, details }: ShownApproval) {
  return pricedOptions(getBid(ctx, subjectId)?.lines ?? []).map((line) => ({
    ...{ id: line.id, description: line.description, netCents: lineNetCents(line) },
    isChosen: (details.optionIds ?? []).includes(line.id),
  }))
}

type ApproveForm = Record<(typeof signerFields)[number] | 'password', string>

/** A request for approval: what is asked, and the form with which a colleague approves it. */
export default function ApprovalPage() {
  const { approval, fallback, options, email, paper, signer } = useLoaderData<typeof loader>()
  const { t } = useTranslation('approvals')
  const { t: tContract } = useTranslation('contracts')
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<ApproveForm>({ id: 'approve', lastResult })
  const { id, actions } = approval
  const labels = {
    typedName: tContract('sign.typedName'),
    nameReason: tContract('sign.nameReason'),
    jobTitle: tContract('sign.jobTitle'),
    authority: tContract('sign.authority'),
    drawing: tContract('sign.drawing'),
    password: t('approve.password'),
  }
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <Breadcrumbs items={[{ label: t('list.title'), to: '/approvals' }, { label: t('detail.title') }]} />
      <ErrorSummary form={form} labels={labels} />
      <ApprovalState approval={approval} />
      <ApprovalFacts approval={approval} fallback={fallback} options={options} />
      {signer && <p className="text-sm text-muted-foreground">{tContract('sign.documentHint')}</p>}
      {paper && <SignedSheet paper={paper} />}
      {actions.includes('approve') && (
        <Form method="post" id={form.id} noValidate>
          <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
          <FormCard
            title={t('approve.title')}
            description={t(`approve.text.${approval.act}`)}
            actions={
              <>
                <SubmitButton icon={Check}>{t(`approve.confirm.${approval.act}`)}</SubmitButton>
                <ButtonLink to={`/approvals/${id}/refuse`} variant="outline">
                  {t('refuse.title')}
                </ButtonLink>
              </>
            }
          >
            {signer && <SignerFields fields={fields} {...signer} />}
            <PasswordField field={fields.password} label={labels.password} hint={t('approve.passwordHint')} required />
          </FormCard>
        </Form>
      )}
      {actions.includes('withdraw') && (
        <Form method="post" action={`/approvals/${id}/withdraw`}>
          <SubmitButton variant="outline">{t('withdraw.confirm')}</SubmitButton>
        </Form>
      )}
    </div>
  )
}
