import type { CompanyContext } from '#app/features/accounts/context.ts'
import { addEinvoice, addTyped, type ReceivedFacts } from '#app/features/received-invoices/add-einvoice.server.ts'
import { approveReceived } from '#app/features/received-invoices/approve-received.server.ts'
import { checkReceived } from '#app/features/received-invoices/check-received.server.ts'
import type { AskedPart } from '#app/features/received-invoices/parts.ts'
import { newId } from '#db/ids.ts'
import { storedFile } from './document.ts'
import { einvoice } from './einvoice.ts'

let count = 0

/** An invoice of a supplier: 1 255.00 with 25.5% VAT, each with another number. */
export function receivedFacts(given: Partial<ReceivedFacts> = {}): ReceivedFacts {
  count += 1
  return {
    kind: 'invoice',
    supplier: { name: 'Rauta Oy', country: 'FI', businessId: '1234567-1', vatNumber: 'FI12345671' },
    ...{ number: `R-${count}`, issueDate: '2026-05-01', dueDate: '2026-05-15', currency: 'EUR' },
    ...{ netCents: 100_000, vatCents: 25_500, grossCents: 125_500, payableCents: 125_500 },
    vat: [{ category: 'S', rateBp: 2550, netCents: 100_000, vatCents: 25_500, ground: null }],
    ...{ iban: 'FI2112345600000785', bic: null, reference: '1234561' },
    ...given,
  }
}

/** Adds it as it was typed. */
export const createReceived = (ctx: CompanyContext, given: Partial<ReceivedFacts> = {}): string =>
  addTyped(ctx, { facts: receivedFacts(given), file: storedFile('invoice.txt', `Invoice ${count}`) }).id

/** For materials, unless given. */
export const checkInput = (receivedId: string, parts: Partial<AskedPart>[] = [{}]) => ({
  ...{ receivedId, dueDate: '2026-05-15', deductsVat: true, note: '' },
  parts: parts.map((part) => ({
    ...{ category: 'materials' as const, ownCategoryId: null, projectId: null, netCents: null },
    ...part,
  })),
})

/** The same, checked and approved. */
export function approvedInvoice(
  ctx: CompanyContext,
  given: Partial<ReceivedFacts> = {},
  parts?: Partial<AskedPart>[],
): string {
  const id = createReceived(ctx, given)
  checkReceived(ctx, checkInput(id, parts))
  approveReceived(ctx, { receivedId: id, isAccountConfirmed: true })
  return id
}

/** An e-invoice to check, whose buyer names no id, and an approved invoice with another account of the same supplier. */
export function receivedInvoices(ctx: CompanyContext): { receivedEinvoice: string; approvedReceived: string } {
  const approvedReceived = approvedInvoice(ctx, { iban: 'FI7944052020036082' })
  const invoice = { ...einvoice, buyer: { ...einvoice.buyer, vatId: null, legalId: null, address: null } }
  const file = storedFile('einvoice.xml', `<Invoice>${newId()}</Invoice>`)
  return { receivedEinvoice: addEinvoice(ctx, { read: { format: 'ubl', invoice }, file }).id, approvedReceived }
}
