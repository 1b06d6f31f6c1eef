import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { PenLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getProfile } from '#app/features/accounts/queries.server.ts'
import { nameAtSending } from '#app/features/contracts/signer-names.server.ts'
import { SignedSheet } from '#app/features/contracts/ui/signed-sheet.tsx'
import { SignerFields, type signerFields } from '#app/features/contracts/ui/signer-fields.tsx'
import { signedFinalAccount } from '#app/features/final-accounts/final-account-pdf.server.ts'
import { getFinalAccount } from '#app/features/final-accounts/queries.server.ts'
import { signFinalAccountSchema } from '#app/features/final-accounts/schemas.server.ts'
import { signFinalAccount } from '#app/features/final-accounts/sign-final-account.server.ts'
import { FinalAccountCrumbs } from '#app/features/final-accounts/ui/final-account-crumbs.tsx'
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

export const handle: PageHandle = { title: 'finalaccount:sign.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.handover')
  const { contract, ...found } = orNotFound(getFinalAccount(ctx, params.contractId ?? ''))
  const account = orNotFound(found.account)
  const step: 'propose' | 'sign' = account.status === 'draft' ? 'propose' : 'sign'
  if (!account.actions.includes(step)) leavePage(`/contracts/${contract.id}/final-account`)
  return {
    contract,
    step,
    expectedVersion: account.updatedAt,
    expectedHash: account.hash,
    paper: signedFinalAccount(account, await readerOf(request, ctx.actor)),
    company: ctx.company.name,
    jobTitle: getProfile(ctx)?.jobTitle ?? null,
    name: nameAtSending(ctx.db, ctx.actor, account.proposedAt),
    email: ctx.actor.email,
    verified: ctx.actor.emailVerified,
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, signFinalAccountSchema, async (input) => {
    const { status } = await signFinalAccount(ctx, { ...input, contractId })
    const text = { key: `finalaccount:flash.${status}` }
    return redirectWithFlash(request, `/contracts/${contractId}/final-account`, { tone: 'success', text })
  })
}

type SignForm = Record<(typeof signerFields)[number] | 'password', string>

/** Signs a final account: the first signature freezes it, and the second puts it in force. */
export default function SignFinalAccount() {
  const page = useLoaderData<typeof loader>()
  const {
    contract,
    step,
    expectedVersion,
    expectedHash,
    paper,
    company,
    jobTitle,
    name,
    email,
    verified,
    submissionId,
  } = page
  const { t } = useTranslation('finalaccount')
  const { t: tContract } = useTranslation('contracts')
  const { t: ui } = useTranslation('ui')
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<SignForm>({ id: 'sign-final-account', lastResult })
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
      <FinalAccountCrumbs contract={contract} here={t('sign.title')} />
      <ErrorSummary form={form} labels={labels} />
      <p className="text-sm text-muted-foreground">{t(`sign.${step}`)}</p>
      <SignedSheet paper={paper} />
      {!verified && <Alert tone="warning">{tContract('sign.verifyFirst', { email })}</Alert>}
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
        <input type="hidden" name="submissionId" value={submissionId} />
        <input type="hidden" name="expectedVersion" value={expectedVersion} />
        <input type="hidden" name="expectedHash" value={expectedHash} />
        <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
        <FormCard
          title={tContract('sign.form', { company })}
          description={tContract('sign.kept')}
          actions={
            <>
              <SubmitButton icon={PenLine}>{t(`action.${step}`)}</SubmitButton>
              <ButtonLink to={`/contracts/${contract.id}/final-account`} variant="outline">
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
