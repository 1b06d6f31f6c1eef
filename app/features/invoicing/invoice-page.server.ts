import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { AppError, isFormConflict } from '#app/platform/errors.ts'
import type { InvoiceAction } from './invoice.ts'
import { getOwnInvoice } from './queries.server.ts'

type Args = { request: Request; params: { invoiceId?: string | undefined } }

/**
 * Loads an invoice of the caller's company for a page that changes it. Redirects to the invoice if the action is not possible
 * now.
 * @throws Response 404 for invoices of others
 */
export async function loadInvoicePage({ request, params }: Args, action: InvoiceAction | null) {
  const ctx = await requireCompany(request, 'invoices.read')
  const invoice = orNotFound(getOwnInvoice(ctx, params.invoiceId ?? ''))
  const isPossible = action === null || invoice.actions.includes(action)
  return { ctx, invoice, isPossible, back: `/invoicing/${invoice.id}` }
}

/**
 * Runs the write of such a page without fields. If the invoice has moved on, it redirects to the invoice with the reason.
 */
export async function runOrRedirect(
  request: Request,
  back: string,
  run: () => Promise<Response> | Response,
): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict' || isFormConflict(error)) throw error
    return redirectWithFlash(request, back, { tone: 'danger', text: error.text })
  }
}
