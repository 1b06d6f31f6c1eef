/** A company's address; invoices must show that of both parties (Finnish VAT Act, section 209 e). */
export const addressFields = ['street', 'postalCode', 'city'] as const
export type AddressField = (typeof addressFields)[number]

/** Maximum lengths, in characters. */
export const addressLimits: Record<AddressField, number> = { street: 160, postalCode: 20, city: 80 }

/** Whether a form gives any field of an address. */
export const hasAddress = (form: Partial<Record<AddressField, string | undefined>>): boolean =>
  addressFields.some((field) => form[field])

/** The address fields that are empty. */
export function missingAddressFields(company: Partial<Record<AddressField, string | null>>): AddressField[] {
  return addressFields.filter((field) => !company[field]?.trim())
}
