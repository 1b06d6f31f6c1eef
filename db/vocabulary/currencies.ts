/** Currencies that money may be kept in (GEN-12). */
export const currencies = ['EUR', 'USD'] as const
export type Currency = (typeof currencies)[number]
