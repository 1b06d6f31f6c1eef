/** Who takes part in a dispute: the parties, and an admin who works for neither. */
export const disputeParties = ['client', 'provider', 'admin'] as const
export type DisputeParty = (typeof disputeParties)[number]

/** What is said in a dispute: a statement, or a request of the admin for one. */
export const disputeEntryKinds = ['statement', 'request'] as const
export type DisputeEntryKind = (typeof disputeEntryKinds)[number]

/** Whom a request is addressed to. */
export const disputeAddressees = ['both', 'client', 'provider'] as const
export type DisputeAddressee = (typeof disputeAddressees)[number]

/** An offer of settlement lapses after its last day, which is not stored. */
export const disputeOfferStatuses = ['open', 'accepted', 'declined', 'withdrawn'] as const
export type DisputeOfferStatus = (typeof disputeOfferStatuses)[number]

/** How a dispute ended: both agreed, or an admin decided. */
export const disputeDecisionKinds = ['agreed', 'decided'] as const
export type DisputeDecisionKind = (typeof disputeDecisionKinds)[number]
