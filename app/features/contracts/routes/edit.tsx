import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { closingValues } from '#app/features/contracts/closing-form-values.ts'
import { findClosingTerms } from '#app/features/contracts/closing-terms.server.ts'
import { noClosing } from '#app/features/contracts/closing-terms.ts'
import { getContract, getContractBasis } from '#app/features/contracts/queries.server.ts'
import { contractSchema } from '#app/features/contracts/schemas.server.ts'
import { ContractForm } from '#app/features/contracts/ui/contract-form.tsx'
import { updateContract } from '#app/features/contracts/update-contract.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { decimalText } from '#app/platform/money.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'contracts:edit.title', description: 'contracts:edit.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.update')
  const contract = orNotFound(getContract(ctx, params.contractId ?? ''))
  if (!contract.actions.includes('edit')) leavePage(`/contracts/${contract.id}`)
  const { vatGroups } = orNotFound(getContractBasis(ctx, contract.projectId))
  const localeContext = await localeContextOf(request, ctx.actor)
  const typed = (hundredths: number) => decimalText(hundredths).replace('.', localeContext.decimalMark)
  return {
    contract: { id: contract.id, number: contract.number, currency: contract.currency },
    vatGroups,
    expectedVersion: contract.updatedAt,
    submissionId: newSubmissionId(),
    initial: {
      ...closingValues(findClosingTerms(ctx.db, contract.id) ?? noClosing, localeContext),
      title: contract.title,
      terms: contract.terms,
      paymentMethod: contract.paymentMethod,
      retention: typed(contract.retentionBp),
      milestones: contract.milestones.map((milestone) => ({
        title: milestone.title,
        description: milestone.description,
        amount: typed(milestone.netCents),
        vatRateBp: String(milestone.vatRateBp),
        dueDate: milestone.dueDate ?? '',
      })),
    },
  }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  return handleForm(request, contractSchema(await localeContextOf(request, ctx.actor)), (input) => {
    const { contractId } = updateContract(ctx, { ...input, contractId: params.contractId ?? '' })
    return redirectWithFlash(request, `/contracts/${contractId}`, {
      tone: 'success',
      text: { key: 'contracts:flash.updated' },
    })
  })
}

export default function EditContract() {
  const { contract, vatGroups, initial, expectedVersion, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('contracts')
  const { t: tTemplates } = useTranslation('contracttemplates')
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('list.title'), to: '/contracts' },
          { label: contract.number, to: `/contracts/${contract.id}` },
          { label: t('edit.title') },
        ]}
      />
      <p className="text-sm">
        <TextLink to={`/contracts/templates/new?contract=${contract.id}`}>{tTemplates('saveAs')}</TextLink>
      </p>
      <ContractForm
        lastResult={lastResult}
        submissionId={submissionId}
        expectedVersion={expectedVersion}
        currency={contract.currency}
        vatGroups={vatGroups}
        cancelTo={`/contracts/${contract.id}`}
        submitLabel={t('edit.submit')}
        initial={initial}
      />
    </div>
  )
}
