import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { getClientChoice } from '#app/features/clients/client-choice.server.ts'
import { agreedPaymentTerms } from '#app/features/contracts/contract-text.server.ts'
import { getReleasedMilestone } from '#app/features/escrow/invoiceable.server.ts'
import { newInvoiceValues } from '#app/features/invoice-settings/new-invoice-values.server.ts'
import { lineDetailValues } from '#app/features/invoicing/content/detail-values.ts'
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
import { ClientChoice } from '#app/features/invoicing/ui/client-choice.tsx'
import { InvoiceForm } from '#app/features/invoicing/ui/invoice-form.tsx'
import { MilestoneNote, SuggestedMilestones, usePartTitle } from '#app/features/invoicing/ui/milestone-notes.tsx'
import { toVatChoice, vatChoices } from '#app/features/invoicing/vat-choice.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { SavedVersion } from '#app/ui/forms/edit-conflict.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'invoicing:new.title', description: 'invoicing:new.description' }

/** The part of a milestone that the address names; null for a free invoice. */
function partOf(request: Request) {
  const { searchParams } = new URL(request.url)
  const milestoneId = searchParams.get('milestone') || null
  return milestoneId === null ? null : { milestoneId, certificateId: searchParams.get('certificate') || null }
}

export async function loader({ request }: LoaderFunctionArgs) {
  const part = partOf(request)
  // The client of a milestone is owed its invoice.
  const ctx = await requireCompany(request, 'invoices.create', { owed: part !== null })
  const submissionId = newSubmissionId()
  const localeContext = await localeContextOf(request, ctx.actor)
  if (!part) {
    const { searchParams } = new URL(request.url)
    const clientName = searchParams.get('clientName')
    const suggested = listUninvoicedMilestones(ctx, 5)
    const { client, choices } = getClientChoice(ctx, searchParams.get('client'))
    const buyer = client ?? (clientName ? findClient(ctx, clientName) : null)
    return {
      ...{ client, choices },
      submissionId,
      suggested,
      milestone: null,
      contract: null,
      refused: refusedVatChoices(ctx, invoiceDay(ctx.now)),
      buyer,
      unitPrice: '',
      day: invoiceDay(ctx.now),
      earlier: null,
      ...newInvoiceValues(ctx, { agreed: client, known: { buyer } }, localeContext),
    }
  }
  const milestone = orNotFound(can(ctx, 'escrow.read') ? getReleasedMilestone(ctx, part) : null)
  const earlier = findMilestoneInvoice(ctx, part)
  if (earlier) leavePage(`/invoicing/${earlier.id}`)
  const unitPrice = amountInputValue(milestone.netCents, localeContext)
  const day = invoiceDay(milestone.releasedAt)
  const buyer = getBuyer(ctx, milestone)
  const known = { buyer, contractReference: milestone.contractNumber }
  return {
    ...{ client: null, choices: [] },
    submissionId,
    suggested: [],
    milestone,
    contract: formContract(ctx, milestone),
    refused: refusedVatChoices(ctx, day),
    buyer,
    unitPrice,
    day,
    earlier,
    // As the contract says, if its parties agreed on payment terms (CON-20).
    ...newInvoiceValues(ctx, { agreed: agreedPaymentTerms(ctx.db, milestone.contractId), known }, localeContext),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const part = partOf(request)
  return handleForm(request, invoiceSchema(await localeContextOf(request, ctx.actor)), (input) => {
    const { id } = createInvoice(ctx, { ...input, ...part })
    return redirectWithFlash(request, `/invoicing/${id}`, { tone: 'success', text: { key: 'invoicing:flash.created' } })
  })
}

export default function NewInvoice() {
  const loaded = useLoaderData<typeof loader>()
  const { submissionId, suggested, milestone, buyer, unitPrice, day, earlier, contract, refused, details } = loaded
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('invoicing')
  const titleOf = usePartTitle()
  const vat = milestone && milestoneVat(milestone)
  const line = milestone
    ? {
        description: t('form.milestoneLine', { title: titleOf(milestone), number: milestone.contractNumber }),
        quantity: '1',
        unit: t('form.pieces'),
        unitPrice,
        vatRate: vat ? toVatChoice(vat) : '',
        ...lineDetailValues({}, { decimalMark: '.' }),
      }
    : blankLine(vatChoices(day).find((choice) => !refused.includes(choice)) ?? '')
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: t('list.title'), to: '/invoicing' }, { label: t('new.title') }]} />
      {!milestone && <ClientChoice client={loaded.client} choices={loaded.choices} />}
      <InvoiceForm
        key={milestone?.certificateId ?? milestone?.milestoneId ?? loaded.client?.id ?? buyer?.name ?? 'free'}
        lastResult={lastResult}
        submissionId={submissionId}
        contract={contract}
        refused={refused}
        cancelTo="/invoicing"
        values={{
          ...buyerValues(buyer),
          clientId: loaded.client?.id ?? '',
          currency: milestone?.currency ?? 'EUR',
          deliveryDate: day,
          paymentTermDays: String(loaded.paymentTermDays),
          ...euroRateValues(null, { decimalMark: '.' }),
          ...details,
          note: [vat?.vatGround ? '' : milestone?.vatGround, loaded.note].filter(Boolean).join('\n\n'),
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
