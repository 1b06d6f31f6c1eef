import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { PenLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getProfile } from '#app/features/accounts/queries.server.ts'
import { askToSign } from '#app/features/approvals/ask-to-sign.server.ts'
import { wayTo } from '#app/features/approvals/queries.server.ts'
import { isAsking, WayNotice } from '#app/features/approvals/ui/way-notice.tsx'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { getContractPaper } from '#app/features/contracts/readable-contract.server.ts'
import { signSchema } from '#app/features/contracts/schemas.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { signedContract } from '#app/features/contracts/signed-contract.server.ts'
import { nameAtSending } from '#app/features/contracts/signer-names.server.ts'
import { SignedSheet } from '#app/features/contracts/ui/signed-sheet.tsx'
import { SignerFields, type signerFields } from '#app/features/contracts/ui/signer-fields.tsx'
import type { AddressField } from '#app/features/team/company-address.ts'
import { getMissingAddress } from '#app/features/team/complete-company-address.server.ts'
import { AddressFields } from '#app/features/team/ui/address-fields.tsx'
import { readerOf } from '#app/i18n/reader.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'contracts:sign.title', description: 'contracts:sign.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contract = orNotFound(getContract(ctx, params.contractId ?? ''))
  if (!contract.actions.includes('sign')) leavePage(`/contracts/${contract.id}`)
  const { id, number, sentAt, grossCents: amountCents, currency } = contract
  return {
    id,
    number,
    paper: signedContract(orNotFound(getContractPaper(ctx, id)), await readerOf(request, ctx.actor)),
    company: ctx.company.name,
    jobTitle: getProfile(ctx)?.jobTitle ?? null,
    name: nameAtSending(ctx.db, ctx.actor, sentAt),
    email: ctx.actor.email,
    verified: ctx.actor.emailVerified,
    missing: getMissingAddress(ctx),
    submissionId: newSubmissionId(),
    way: wayTo(ctx, 'sign', id, { amountCents, currency }),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, signSchema(getMissingAddress(ctx)), async ({ asks, ...input }) => {
    if (asks) {
      const asked = await askToSign(ctx, { ...input, contractId })
      const text = { key: 'approvals:flash.asked' }
      return redirectWithFlash(request, `/approvals/${asked.id}`, { tone: 'success', text })
    }
    const { status } = await signContract(ctx, { ...input, contractId })
    const key = status === 'active' ? 'contracts:flash.active' : 'contracts:flash.signed'
    return redirectWithFlash(request, `/contracts/${contractId}`, { tone: 'success', text: { key } })
  })
}

type SignForm = Record<(typeof signerFields)[number] | 'password', string> & Record<AddressField, string>

export default function SignContract() {
  const { id, number, paper, company, jobTitle, name, email, verified, missing, submissionId, way } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation('contracts')
  const { t: tApprovals } = useTranslation('approvals')
  const { t: ui } = useTranslation('ui')
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<SignForm>({ id: 'sign', lastResult })
  const labels = {
    ...Object.fromEntries(missing.map((field) => [field, ui(`address.${field}`)])),
    typedName: t('sign.typedName'),
    nameReason: t('sign.nameReason'),
    jobTitle: t('sign.jobTitle'),
    authority: t('sign.authority'),
    drawing: t('sign.drawing'),
    password: t('sign.password'),
  }
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('list.title'), to: '/contracts' },
          { label: number, to: `/contracts/${id}` },
          { label: t('sign.title') },
        ]}
      />
      <ErrorSummary form={form} labels={labels} />
      <p className="text-sm text-muted-foreground">{t('sign.documentHint')}</p>
      <SignedSheet paper={paper} pdf={`/contracts/${id}/contract.pdf`} />
      {!verified && <Alert tone="warning">{t('sign.verifyFirst', { email })}</Alert>}
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
        <input type="hidden" name="submissionId" value={submissionId} />
        <WayNotice way={way} />
        <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
        <FormCard
          title={t('sign.form', { company })}
          description={t('sign.kept')}
          actions={
            <>
              <SubmitButton icon={PenLine}>{isAsking(way) ? tApprovals('notice.ask') : t('sign.confirm')}</SubmitButton>
              <ButtonLink to={`/contracts/${id}`} variant="outline">
                {ui('cancel')}
              </ButtonLink>
            </>
          }
        >
          {missing.length > 0 && <AddressFields fields={fields} missing={missing} company={company} />}
          <SignerFields fields={fields} name={name} jobTitle={jobTitle} company={company} />
          <PasswordField field={fields.password} label={labels.password} hint={t('sign.passwordHint')} required />
        </FormCard>
      </Form>
    </div>
  )
}
