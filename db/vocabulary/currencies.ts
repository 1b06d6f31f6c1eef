/** Currencies that money may be kept in (platform specification, section 9: EUR and USD are accepted). */
export const currencies = ['EUR', 'USD'] as const
export type Currency = (typeof currencies)[number]
