/** States of a project (PROJ-1). */
export const projectStatuses = [
  'draft',
  'open',
  'evaluating',
  'awarded',
  'active',
  'completed',
  'terminated',
  'cancelled',
] as const
export type ProjectStatus = (typeof projectStatuses)[number]

/**
 * How a line is priced (BID-20): a price for each unit of a measured quantity; a lump sum; day-work, whose rates and estimated quantity are
 * compared, but are no part of the contract sum; a target price, whose over- and under-run the parties share.
 */
export const priceForms = ['unit', 'fixed', 'day_work', 'target'] as const
export type PriceForm = (typeof priceForms)[number]

/** The estimator's project types (PROJ-5), and two for everything else. */
export const projectCategories = [
  'renovation',
  'bathroom',
  'kitchen',
  'painting',
  'electrical',
  'new_construction',
  'roofing',
  'infrastructure',
  'other',
] as const
export type ProjectCategory = (typeof projectCategories)[number]

/**
 * How the work is taxed, which the client sets (PROJ-8): VAT on the invoice; construction reverse charge (Finnish VAT Act, section 8 c);
 * reverse charge of services to a client in another EU country, such as design (Directive 2006/112/EC, articles 44 and 196); exempt; zero rated, such as work on ships (section 58); outside Finnish VAT, such as work on a property abroad (section 67).
 * `unstated` is for projects that were published before clients set it: each bid states its own rate.
 */
export const vatTreatments = [
  'standard',
  'reverse_charge',
  'eu_services',
  'exempt',
  'zero_rated',
  'outside_scope',
  'unstated',
] as const
export type VatTreatment = (typeof vatTreatments)[number]

/** What a client can choose. */
export const chosenVatTreatments = [
  'standard',
  'reverse_charge',
  'eu_services',
  'exempt',
  'zero_rated',
  'outside_scope',
] as const satisfies VatTreatment[]

/** The treatments without VAT whose ground the client states in words; those of the two reverse charges are fixed. */
const groundedVatTreatments: readonly VatTreatment[] = ['exempt', 'zero_rated', 'outside_scope']
export const needsVatGround = (treatment: VatTreatment): boolean => groundedVatTreatments.includes(treatment)

/**
 * What somebody does on a project (PROJ-26): leads it; buys, up to the signed contract; supervises the work; scores bids; or reads.
 */
export const projectRoles = ['lead', 'buyer', 'supervisor', 'evaluator', 'reader'] as const
export type ProjectRole = (typeof projectRoles)[number]
