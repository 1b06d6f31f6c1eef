import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { findPartyGaps } from '#app/features/contract-steps/party-gaps.server.ts'
import { PartyGaps } from '#app/features/contract-steps/ui/party-gaps.tsx'
import { lateMilestones } from '#app/features/contracts/due-dates/late-milestones.server.ts'
import { signingDays } from '#app/features/contracts/limits.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { sendSchema } from '#app/features/contracts/schemas.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { countOpenProposals } from '#app/features/negotiations/queries.server.ts'
import type { AddressField } from '#app/features/team/company-address.ts'
import { getMissingAddress } from '#app/features/team/complete-company-address.server.ts'
import { AddressFields } from '#app/features/team/ui/address-fields.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { AppError } from '#app/platform/errors.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'contractendings:send.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contract = orNotFound(getContract(ctx, params.contractId ?? ''))
  if (!contract.actions.includes('send')) leavePage(`/contracts/${contract.id}`)
  return {
    id: contract.id,
    number: contract.number,
    expectedVersion: contract.updatedAt,
    provider: contract.provider.name,
    company: ctx.company.name,
    missing: getMissingAddress(ctx),
    gaps: findPartyGaps(ctx, contract.id),
    late: lateMilestones(ctx.db, contract),
    openProposals: countOpenProposals(ctx, contract.id),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  const page = `/contracts/${contractId}`
  return handleForm(request, sendSchema(getMissingAddress(ctx)), (input) => {
    try {
      sendContract(ctx, { ...input, contractId })
    } catch (error) {
      // What is wrong with the contract is said on its page; what is wrong with the address, at its field.
      if (!(error instanceof AppError) || error.field || error.code === 'not_found') throw error
      return redirectWithFlash(request, page, { tone: 'danger', text: error.text })
    }
    return redirectWithFlash(request, page, { tone: 'success', text: { key: 'contracts:flash.sent' } })
  })
}

type SendForm = Record<AddressField, string>

export default function SendContract() {
  const { id, number, expectedVersion, provider, company, missing, gaps, late, openProposals } =
    useLoaderData<typeof loader>()
  const format = useFormat()
  const { t } = useTranslation('contractendings')
  const { t: ui } = useTranslation('ui')
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<SendForm>({ id: 'send', lastResult })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
      <div className="w-full max-w-form empty:hidden">
        <ErrorSummary
          form={form}
          labels={Object.fromEntries(missing.map((field) => [field, ui(`address.${field}`)]))}
        />
      </div>
      <input type="hidden" name="expectedVersion" value={expectedVersion} />
      <ConfirmPanel
        title={t('send.question', { number, provider })}
        confirmLabel={t('send.confirm')}
        cancelTo={`/contracts/${id}`}
        destructive={false}
      >
        <p>{t('send.frozen')}</p>
        <PartyGaps gaps={gaps} />
        {late && (
          <Alert tone="warning">
            {t('send.lateMilestones', { date: format.date(late.day), milestones: late.milestones.join(', ') })}
          </Alert>
        )}
        {openProposals > 0 && <Alert tone="warning">{t('send.openProposals', { count: openProposals })}</Alert>}
        <p>{t('send.time', { count: signingDays })}</p>
        {missing.length > 0 && <AddressFields fields={fields} missing={missing} company={company} />}
      </ConfirmPanel>
    </Form>
  )
}
