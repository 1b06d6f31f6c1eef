import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { agreedPaymentTerms } from '#app/features/contracts/contract-text.server.ts'
import { getReleasedMilestone } from '#app/features/escrow/invoiceable.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { formContract, refusedVatChoices } from '#app/features/invoicing/form-contract.server.ts'
import { amountInputValue, blankLine, buyerValues, euroRateValues } from '#app/features/invoicing/form-values.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { milestoneVat } from '#app/features/invoicing/milestone-vat.ts'
import {
  findClient,
  findMilestoneInvoice,
  getBuyer,
  listUninvoicedMilestones,
} from '#app/features/invoicing/queries.server.ts'
import { invoiceSchema } from '#app/features/invoicing/schemas.server.ts'
import { InvoiceForm } from '#app/features/invoicing/ui/invoice-form.tsx'
import { MilestoneNote, SuggestedMilestones } from '#app/features/invoicing/ui/milestone-notes.tsx'
import { toVatChoice, vatChoices } from '#app/features/invoicing/vat-choice.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { SavedVersion } from '#app/ui/forms/edit-conflict.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'invoicing:new.title', description: 'invoicing:new.description' }

const milestoneOf = (request: Request) => new URL(request.url).searchParams.get('milestone') || null

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.create')
  const milestoneId = milestoneOf(request)
  const submissionId = newSubmissionId()
  if (!milestoneId) {
    const clientName = new URL(request.url).searchParams.get('clientName')
    const suggested = listUninvoicedMilestones(ctx, 5)
    const buyer = clientName ? findClient(ctx, clientName) : null
    return {
      submissionId,
      suggested,
      milestone: null,
      contract: null,
      refused: refusedVatChoices(ctx, invoiceDay(ctx.now)),
      buyer,
      unitPrice: '',
      day: invoiceDay(ctx.now),
      earlier: null,
      paymentDays: undefined,
    }
  }
  const milestone = orNotFound(can(ctx, 'escrow.read') ? getReleasedMilestone(ctx, milestoneId) : null)
  const earlier = findMilestoneInvoice(ctx, milestoneId)
  if (earlier) leavePage(`/invoicing/${earlier.id}`)
  const unitPrice = amountInputValue(milestone.netCents, await localeContextOf(request, ctx.actor))
  const day = invoiceDay(milestone.releasedAt)
  const paymentDays = agreedPaymentTerms(ctx.db, milestone.contractId)?.paymentDays
  return {
    submissionId,
    suggested: [],
    milestone,
    contract: formContract(ctx, milestone),
    refused: refusedVatChoices(ctx, day),
    buyer: getBuyer(ctx, milestone),
    unitPrice,
    day,
    earlier,
    paymentDays,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const milestoneId = milestoneOf(request)
  return handleForm(request, invoiceSchema(await localeContextOf(request, ctx.actor)), (input) => {
    const { id } = createInvoice(ctx, { ...input, milestoneId })
    return redirectWithFlash(request, `/invoicing/${id}`, { tone: 'success', text: { key: 'invoicing:flash.created' } })
  })
}

export default function NewInvoice() {
  const { submissionId, suggested, milestone, buyer, unitPrice, day, earlier, paymentDays, contract, refused } =
    useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('invoicing')
  const vat = milestone && milestoneVat(milestone)
  const line = milestone
    ? {
        description: t('form.milestoneLine', { title: milestone.title, number: milestone.contractNumber }),
        quantity: '1',
        unit: t('form.pieces'),
        unitPrice,
        vatRate: vat ? toVatChoice(vat) : '',
      }
    : blankLine(vatChoices(day).find((choice) => !refused.includes(choice)) ?? '')
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: t('list.title'), to: '/invoicing' }, { label: t('new.title') }]} />
      <InvoiceForm
        key={milestone?.milestoneId ?? buyer?.name ?? 'free'}
        lastResult={lastResult}
        submissionId={submissionId}
        contract={contract}
        refused={refused}
        cancelTo="/invoicing"
        values={{
          ...buyerValues(buyer),
          currency: milestone?.currency ?? 'EUR',
          deliveryDate: day,
          // As the contract says, if its parties agreed on payment terms (CON-20).
          paymentTermDays: String(paymentDays ?? 14),
          ...euroRateValues(null, { decimalMark: '.' }),
          note: vat?.vatGround ? '' : (milestone?.vatGround ?? ''),
          lines: [line],
        }}
      >
        {lastResult && earlier && <SavedVersion to={`/invoicing/${earlier.id}`} />}
        {milestone && <MilestoneNote milestone={milestone} />}
        {suggested.length > 0 && <SuggestedMilestones milestones={suggested} />}
      </InvoiceForm>
    </div>
  )
}
