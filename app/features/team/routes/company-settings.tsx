import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Building2, FileBadge, ReceiptText, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { localPath } from '#app/features/accounts/sessions/local-path.ts'
import { getBankAccountChange } from '#app/features/team/bank-account.server.ts'
import { claimBusinessId } from '#app/features/team/claim-business-id.server.ts'
import { getCompany } from '#app/features/team/queries.server.ts'
import { companySchema } from '#app/features/team/schemas.server.ts'
import { BankAccountCard } from '#app/features/team/ui/bank-account-card.tsx'
import { CompanyFacts } from '#app/features/team/ui/company-facts.tsx'
import { CompanyForm } from '#app/features/team/ui/company-form.tsx'
import { updateCompany } from '#app/features/team/update-company.server.ts'
import { env } from '#app/platform/env.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { formatIban } from '#app/platform/iban.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'team:company.title', description: 'team:company.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'company.read')
  const { iban, ...company } = orNotFound(getCompany(ctx))
  const change = getBankAccountChange(ctx)
  const { search } = new URL(request.url)
  return {
    company: { ...company, iban: iban && formatIban(iban) },
    submissionId: newSubmissionId(),
    change: change && { ...change, iban: formatIban(change.iban) },
    changeTo: can(ctx, 'company.changeBankAccount') ? `/company-settings/bank-account${search}` : null,
    cancellable: can(ctx, 'company.cancelBankAccount'),
    editable: can(ctx, 'company.update'),
    twoFactor: can(ctx, 'company.requireTwoFactor'),
    support: env.SUPPORT_EMAIL,
  }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'company.read')
  orNotFound(getCompany(ctx))
  return handleForm(request, companySchema, async (input) => {
    await claimBusinessId(ctx, input, () => updateCompany(ctx, input))
    const back = localPath(new URL(request.url).searchParams.get('returnTo')) ?? '/company-settings'
    return redirectWithFlash(request, back, { tone: 'success', text: { key: 'team:company.saved' } })
  })
}

export default function CompanySettings() {
  const { company, change, changeTo, cancellable, editable, twoFactor, submissionId, support } =
    useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { t } = useTranslation(['team', 'twofactor'])
  return (
    <div className="flex max-w-form flex-col gap-6">
      {company.businessIdDisputed && (
        <Alert tone="warning">{t('company.businessIdDisputed', { email: support })}</Alert>
      )}
      {change && <BankAccountCard {...{ account: company, change, changeTo, cancellable }} />}
      {editable ? (
        <CompanyForm
          company={company}
          lastResult={actionData?.lastResult}
          submissionId={submissionId}
          expectedVersion={company.updatedAt}
        />
      ) : (
        <>
          <Alert tone="info">{t('company.readOnly')}</Alert>
          <CompanyFacts company={company} />
        </>
      )}
      {!change && <BankAccountCard {...{ account: company, change, changeTo, cancellable }} />}
      {editable && (
        <Card title={t('invoicing.title')} description={t('invoicing.text')}>
          <ButtonLink to="/company-settings/invoicing" variant="outline" icon={ReceiptText}>
            {t('invoicing.view')}
          </ButtonLink>
        </Card>
      )}
      {editable && (
        <Card title={t('listing.title')} description={t('listing.text')}>
          <ButtonLink to="/company-settings/listing" variant="outline" icon={Building2}>
            {t('listing.view')}
          </ButtonLink>
        </Card>
      )}
      <Card title={t('certificates.title')} description={t('certificates.text')}>
        <ButtonLink to="/company-settings/certificates" variant="outline" icon={FileBadge}>
          {t('certificates.view')}
        </ButtonLink>
      </Card>
      {twoFactor && (
        <Card
          title={t('twofactor:title')}
          description={
            company.twoFactorRequired ? t('twofactor:require.requiredText') : t('twofactor:require.choiceText')
          }
        >
          <ButtonLink to="/company-settings/two-factor" variant="outline" icon={ShieldCheck}>
            {t('twofactor:change')}
          </ButtonLink>
        </Card>
      )}
    </div>
  )
}
