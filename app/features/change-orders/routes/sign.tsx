import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { PenLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getProfile } from '#app/features/accounts/queries.server.ts'
import { askToSignChange } from '#app/features/approvals/ask-to-sign-change.server.ts'
import { wayTo } from '#app/features/approvals/queries.server.ts'
import { isAsking, WayNotice } from '#app/features/approvals/ui/way-notice.tsx'
import { getChangeOrder } from '#app/features/change-orders/queries.server.ts'
import { signChangeSchema } from '#app/features/change-orders/schemas.server.ts'
import { signChangeOrder, stakeOfChange } from '#app/features/change-orders/sign-change-order.server.ts'
import { signedChangeOrder } from '#app/features/change-orders/signed-change-order.server.ts'
import { ChangeCrumbs } from '#app/features/change-orders/ui/change-crumbs.tsx'
import { nameAtSending } from '#app/features/contracts/signer-names.server.ts'
import { SignedSheet } from '#app/features/contracts/ui/signed-sheet.tsx'
import { SignerFields, type signerFields } from '#app/features/contracts/ui/signer-fields.tsx'
import { readerOf } from '#app/i18n/reader.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  title: 'changeorders:detail.title',
  titleOf: (data) => `changeorders:sign.${(data as { step: string }).step}`,
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const found = orNotFound(getChangeOrder(ctx, params.contractId ?? '', params.changeId ?? ''))
  const { change, contract, paper, shownHash, actions } = found
  const step: 'propose' | 'accept' = found.role === 'proposer' ? 'propose' : 'accept'
  if (!actions.includes(step)) leavePage(`/contracts/${contract.id}/changes/${change.id}`)
  return {
    change,
    shownHash,
    contract,
    step,
    paper: signedChangeOrder(paper, await readerOf(request, ctx.actor)),
    company: ctx.company.name,
    jobTitle: getProfile(ctx)?.jobTitle ?? null,
    name: nameAtSending(ctx.db, ctx.actor, change.proposedAt),
    email: ctx.actor.email,
    verified: ctx.actor.emailVerified,
    submissionId: newSubmissionId(),
    way: wayTo(ctx, 'sign_change', change.id, stakeOfChange(ctx.db, change, contract)),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const { contractId = '', changeId: changeOrderId = '' } = params
  return handleForm(request, signChangeSchema, async ({ asks, ...input }) => {
    if (asks) {
      const asked = await askToSignChange(ctx, { ...input, contractId, changeOrderId })
      const text = { key: 'approvals:flash.asked' }
      return redirectWithFlash(request, `/approvals/${asked.id}`, { tone: 'success', text })
    }
    const { status } = await signChangeOrder(ctx, { ...input, contractId, changeOrderId })
    const text = { key: `changeorders:flash.${status}` }
    return redirectWithFlash(request, `/contracts/${contractId}/changes/${changeOrderId}`, { tone: 'success', text })
  })
}

type SignForm = Record<(typeof signerFields)[number] | 'password', string>

/** Signs a change order: its proposer proposes it thereby, and the other party accepts it. */
export default function SignChangeOrder() {
  const { change, shownHash, contract, paper, step, company, jobTitle, name, email, verified, submissionId, way } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation('changeorders')
  const { t: tContract } = useTranslation('contracts')
  const { t: tApprovals } = useTranslation('approvals')
  const { t: ui } = useTranslation('ui')
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<SignForm>({ id: 'sign-change', lastResult })
  const labels = {
    typedName: tContract('sign.typedName'),
    nameReason: tContract('sign.nameReason'),
    jobTitle: tContract('sign.jobTitle'),
    authority: tContract('sign.authority'),
    drawing: tContract('sign.drawing'),
    password: tContract('sign.password'),
  }
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <ChangeCrumbs contract={contract} change={change} here={t(`sign.${step}`)} />
      <ErrorSummary form={form} labels={labels} />
      <p className="text-sm text-muted-foreground">{t(`sign.${step}Text`)}</p>
      <SignedSheet paper={paper} pdf={`/contracts/${contract.id}/changes/${change.id}/change.pdf`} />
      {!verified && <Alert tone="warning">{tContract('sign.verifyFirst', { email })}</Alert>}
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
        <input type="hidden" name="submissionId" value={submissionId} />
        <input type="hidden" name="expectedHash" value={shownHash} />
        <WayNotice way={way} />
        <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
        <FormCard
          title={tContract('sign.form', { company })}
          description={tContract('sign.kept')}
          actions={
            <>
              <SubmitButton icon={PenLine}>
                {isAsking(way) ? tApprovals('notice.ask') : t(`action.${step}`)}
              </SubmitButton>
              <ButtonLink to={`/contracts/${contract.id}/changes/${change.id}`} variant="outline">
                {ui('cancel')}
              </ButtonLink>
            </>
          }
        >
          <SignerFields fields={fields} name={name} jobTitle={jobTitle} company={company} />
          <PasswordField
            field={fields.password}
            label={labels.password}
            hint={tContract('sign.passwordHint')}
            required
          />
        </FormCard>
      </Form>
    </div>
  )
}
