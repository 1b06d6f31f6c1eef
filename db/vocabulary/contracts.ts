export const contractStatuses = [
  'draft',
  'sent',
  'partially_signed',
  'active',
  'completed',
  'terminated',
  'declined',
  'voided',
  'expired',
] as const
export type ContractStatus = (typeof contractStatuses)[number]

export const contractParties = ['client', 'provider'] as const
export type ContractParty = (typeof contractParties)[number]

/** Whether a signature's account details were recorded when it was made, or later, from the account as it then was. */
export const accountSources = ['signing', 'later'] as const

/**
 * What lets a person bind their company: Finnish Companies Act, chapter 6, sections 25 (the board), 26 (the managing director) and 27 (a
 * registered representative); a procuration; a power of attorney, written or by position; a public office; or they act for themselves.
 */
export const authorityBases = [
  'managing_director',
  'board',
  'registered_signatory',
  'procuration',
  'power_of_attorney',
  'position',
  'public_office',
  'own_name',
] as const
export type AuthorityBasis = (typeof authorityBases)[number]

/** Why a party wants to end a contract early. */
export const terminationGrounds = ['breach', 'delay', 'non_payment', 'insolvency', 'agreement'] as const
export type TerminationGround = (typeof terminationGrounds)[number]

/** States of a notice of termination. The contract has ended in `declared`, `disputed` and `accepted`. */
export const terminationStatuses = [
  'claimed',
  'remedied',
  'contested',
  'withdrawn',
  'refused',
  'declared',
  'disputed',
  'accepted',
] as const
export type TerminationStatus = (typeof terminationStatuses)[number]

/** `secure_escrow` puts a contract on the escrow ledger. */
export const paymentMethods = ['secure_escrow', 'direct_invoice'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** What a security is for: the work, its defects in the warranty time, or what was paid in advance. */
export const securityPurposes = ['performance', 'warranty', 'advance'] as const
export type SecurityPurpose = (typeof securityPurposes)[number]

/** States of a recorded security: `recorded` by the provider until the client says that it has received it. */
export const securityStatuses = ['recorded', 'received', 'claimed', 'returned', 'withdrawn'] as const
export type SecurityStatus = (typeof securityStatuses)[number]

export const securitySteps = ['record', 'receive', 'claim', 'return', 'withdraw'] as const

export const securityKinds = ['bank_guarantee', 'insurance', 'deposit'] as const
export type SecurityKind = (typeof securityKinds)[number]

/** The days for which delay damages are due: `working` are Monday to Friday. */
export const delayDayKinds = ['working', 'calendar'] as const
export type DelayDayKind = (typeof delayDayKinds)[number]

/** What the platform's fee is a share of: the price without VAT or, in contracts drafted before 2026-11-23, with VAT (ESC-17). */
export const feeBases = ['gross', 'net'] as const
export type FeeBasis = (typeof feeBases)[number]
