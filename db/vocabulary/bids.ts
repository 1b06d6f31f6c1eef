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

/** States in which a bid stands: at most one such bid per company and project. */
export const liveBidStatuses = [
  'draft',
  'submitted',
  'opened',
  'shortlisted',
  'awarded',
  'won',
] as const satisfies BidStatus[]
