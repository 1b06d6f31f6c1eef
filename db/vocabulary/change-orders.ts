/** States of a change order. The other party learns of it once it is proposed. `lapsed`: its contract has ended before it was answered. */
export const changeOrderStatuses = ['draft', 'proposed', 'accepted', 'rejected', 'withdrawn', 'lapsed'] as const
export type ChangeOrderStatus = (typeof changeOrderStatuses)[number]

/** Why the work changes. YSE 1998 tells the client's changes (§ 43) from deviating site conditions and errors in documents. */
export const changeReasons = ['client_wish', 'document_error', 'site_conditions', 'authority', 'other'] as const
export type ChangeReason = (typeof changeReasons)[number]

/** How a change order is called: CO-1; CO alone for a draft, which has no number yet. */
export const changeOrderName = (number: number | null): string => (number === null ? 'CO' : `CO-${number}`)
