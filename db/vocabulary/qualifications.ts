import type { Currency } from './currencies.ts'

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

/** A certificate that a client demands of bidders. `label` names one of the client's own kinds; the least sum is in the project's currency. */
export type DemandedCertificate = { kind: CertificateKind; label: string | null; minSumCents: number | null }

/** A certificate as a bid names it: what it said then, which its row still says. */
export type NamedCertificate = {
  id: string
  kind: CertificateKind
  label: string | null
  issuer: string
  number: string | null
  /** YYYY-MM-DD. */
  issuedOn: string
  validUntil: string | null
  sumCents: number | null
  currency: Currency | null
  fileId: string
  fileName: string
  sha256: string
}

/** A bid's answer to a minimum requirement, in the words that it was announced in. */
export type RequirementAnswer = {
  requirement: string
  meets: boolean
  words: string | null
  /** What shows it. */
  certificate: NamedCertificate | null
}

/** What a bid, or its completion, says about what the client asks of every bidder. */
export type BidQualification = {
  answers: readonly RequirementAnswer[]
  certificates: ReadonlyArray<{ demanded: Pick<DemandedCertificate, 'kind' | 'label'>; certificate: NamedCertificate }>
}
