/** What a company is known by, as an invoice or a form states it. */
export type PartyIds = {
  name: string
  country: string
  businessId: string | null
  vatNumber: string | null
}

const compact = (id: string) => id.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** A Finnish business id, VAT number or electronic address as `FI` and its eight digits; anything else in capitals, without spaces and marks. */
export function comparableId(id: string, country: string): string {
  const code = compact(id)
  const finnish = /^(?:FI|0037)?(\d{8})$/.exec(code)?.[1]
  return finnish && (country === 'FI' || country === 'AX' || code.startsWith('FI')) ? `FI${finnish}` : code
}

/** By which two invoices are known to be of one supplier: its VAT number or business id, which are one in Finland; without either, its name. */
export function supplierKeyOf({ name, country, businessId, vatNumber }: PartyIds): string {
  if (vatNumber) return comparableId(vatNumber, country)
  if (businessId) {
    const id = comparableId(businessId, country)
    return id.startsWith('FI') ? id : `${country}:${id}`
  }
  return `${country}:${name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()}`
}

/** An invoice number as it is compared. */
export const numberKeyOf = (number: string): string => number.normalize('NFKC').replace(/\s/g, '').toUpperCase()

/** Whether a buyer is this company: by any id that both state; `unknown` where there is nothing to compare. */
export function isBuyer(
  stated: { ids: readonly string[]; country: string },
  own: Pick<PartyIds, 'businessId' | 'vatNumber' | 'country'>,
): 'yes' | 'no' | 'unknown' {
  const ours = [own.businessId, own.vatNumber].filter((id) => id !== null).map((id) => comparableId(id, own.country))
  const theirs = stated.ids.map((id) => comparableId(id, stated.country || own.country))
  if (ours.length === 0 || theirs.length === 0) return 'unknown'
  return theirs.some((id) => ours.includes(id)) ? 'yes' : 'no'
}
