import { checkEinvoice } from '#app/features/einvoices/check-einvoice.ts'
import type { Einvoice } from '#app/features/einvoices/einvoice.ts'
import type { ReceivedInvoiceFormat } from '#db/vocabulary/received-invoices.ts'

/** Whether sums add up, by the ids of EN 16931: the totals, the VAT, and, for UBL, the base of each VAT group. */
const arithmetic: Record<Exclude<ReceivedInvoiceFormat, 'typed'>, RegExp> = {
  ubl: /^BR-(CO-1[0-7]|(S|Z|E|AE|IC|G|O)-0[89])$/,
  // A Finvoice need not say the VAT of its discounts, so that the base of a group may not follow from its lines.
  finvoice: /^BR-CO-1[3-7]$/,
}
/** Not asked of what others wrote: codes that our own invoices do not use. */
const ofOurs = /^BR-CL-/

/**
 * What an e-invoice breaks of the rules that our own are written by: `refused` are sums that do not add up, `noted` is the rest, which is no reason not to
 * pay it.
 */
export function checkFile(
  format: Exclude<ReceivedInvoiceFormat, 'typed'>,
  invoice: Einvoice,
): { refused: string[]; noted: string[] } {
  const broken = [...new Set(checkEinvoice(invoice).core.map(({ id }) => id))].filter((id) => !ofOurs.test(id))
  const isSum = (id: string) => arithmetic[format].test(id)
  return { refused: broken.filter(isSum), noted: broken.filter((id) => !isSum(id)) }
}
