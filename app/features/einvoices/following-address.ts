const isFinnish = (country: string) => country === 'FI' || country === 'AX'

/**
 * The electronic address of a Finnish company that states no other (INV-15), by the law of numbers: the OVT code is 0037 and the business id
 * (ISO 6523, scheme 0216). Null for companies elsewhere, or without a business id.
 */
export function followingAddress({
  country,
  businessId,
}: {
  country: string
  businessId: string | null
}): string | null {
  const id = /^(\d{7})-(\d)$/.exec(businessId ?? '')
  return isFinnish(country) && id ? `0037${id[1]}${id[2]}` : null
}
