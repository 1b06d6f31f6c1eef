/** Where a company is found; invoices must show it of both parties (Finnish VAT Act, section 209 e). */
export const addressFields = ['street', 'postalCode', 'city'] as const
export type AddressField = (typeof addressFields)[number]

/** How long each of them may be. */
export const addressLimits: Record<AddressField, number> = { street: 160, postalCode: 20, city: 80 }

/** Which of them are not there. */
export function missingAddressFields(company: Partial<Record<AddressField, string | null>>): AddressField[] {
  return addressFields.filter((field) => !company[field]?.trim())
}
