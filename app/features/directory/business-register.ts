/** Where anybody can look up a business id: the Business Information System of Finland, for its own; elsewhere there is no such address for each. */
export const registerUrl = (businessId: string, country: string): string | null =>
  (country === 'FI' || country === 'AX') && /^\d{7}-\d$/.test(businessId)
    ? `https://tietopalvelu.ytj.fi/yritys/${businessId}`
    : null
