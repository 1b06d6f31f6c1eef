export const bidStatuses = [
  'draft',
  'submitted',
  'withdrawn',
  'opened',
  'shortlisted',
  'rejected',
  'awarded',
  'won',
  'terminated',
  'not_selected',
] as const
export type BidStatus = (typeof bidStatuses)[number]

/** States of a live bid: a company has at most one live bid per project. */
export const liveBidStatuses = [
  'draft',
  'submitted',
  'opened',
  'shortlisted',
  'awarded',
  'won',
] as const satisfies BidStatus[]

/** What sealed a version of a bid: its first submission, a revision, or its confirmation after an addendum. */
export const sealOccasions = ['submitted', 'revised', 'confirmed'] as const
export type SealOccasion = (typeof sealOccasions)[number]
