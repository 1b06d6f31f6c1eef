import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { fileReceipt, removeReceipt } from '#app/features/receipts/file-receipt.server.ts'
import { getReceipt } from '#app/features/receipts/receipts.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { lastPathSegment } from '#app/platform/requests/last-path-segment.ts'

const inbox = '/financials/receipts'

export const loader = () => redirect(inbox)

/** The buttons of a receipt: put it to a row, take it back into the inbox, or out of it. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const receiptId = params.receiptId ?? ''
  const button = lastPathSegment(request)
  const form = await readForm(request)
  const { transactionId: of } = orNotFound(getReceipt(ctx, receiptId))
  const back = button === 'return' && of ? `/financials/transactions/${of}` : inbox
  return handleButton(request, back, () => {
    if (button === 'remove') removeReceipt(ctx, { receiptId })
    else if (button === 'return') fileReceipt(ctx, { receiptId, transactionId: null })
    else {
      const transactionId = String(form.get('transactionId') ?? '')
      if (!transactionId) throw invalid('receipts:refused.rowNeeded')
      fileReceipt(ctx, { receiptId, transactionId })
    }
    const done = button === 'remove' ? 'removed' : button === 'return' ? 'returned' : 'filed'
    return redirectWithFlash(request, back, { tone: 'success', text: { key: `receipts:flash.${done}` } })
  })
}
