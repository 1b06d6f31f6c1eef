/** A quote as it is stored. That it has expired follows from its date, and that it was invoiced from its invoices. */
export const quoteStatuses = ['draft', 'sent', 'accepted', 'declined', 'withdrawn'] as const
export type QuoteStatus = (typeof quoteStatuses)[number]

/** A quote on a day: a sent one that was not answered in time has expired. */
export const quoteStates = ['draft', 'sent', 'expired', 'accepted', 'declined', 'withdrawn'] as const
export type QuoteState = (typeof quoteStates)[number]

/** How a version of a quote ended: the client accepted or declined it, or the seller withdrew it. */
export const quoteOutcomes = ['accepted', 'declined', 'withdrawn'] as const
export type QuoteOutcome = (typeof quoteOutcomes)[number]

/** What an invoice made from a quote is: all of it or what is left, a part, or an advance. */
export const quoteParts = ['rest', 'part', 'advance'] as const
export type QuotePart = (typeof quoteParts)[number]
