/**
 * What a contractor shows before a contract under section 5 of the Finnish Act on the Contractor's Obligations and Liability when Work is
 * Contracted Out (1233/2006, tilaajavastuulaki).
 */
export const statutoryKinds = [
  'trade_register',
  'tax_registers',
  'tax_debt',
  'pension_insurance',
  'accident_insurance',
  'collective_agreement',
  'occupational_health',
] as const

/** The kinds of certificates that a company keeps and a client can demand. `other` has a name of its own. */
export const certificateKinds = [
  ...statutoryKinds,
  'liability_insurance',
  'works_insurance',
  'tax_numbers',
  'other',
] as const
export type CertificateKind = (typeof certificateKinds)[number]

/** Whether the Act sets how old it may be. */
export const isStatutory = (kind: CertificateKind): boolean => statutoryKinds.some((one) => one === kind)

/** Kinds that insure a sum. */
export const insuredKinds: readonly CertificateKind[] = ['liability_insurance', 'works_insurance']
