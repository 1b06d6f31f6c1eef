/** States of a quote request (REQ-3). */
export const quoteRequestStatuses = ['new', 'in_progress', 'answered', 'converted', 'closed'] as const
export type QuoteRequestStatus = (typeof quoteRequestStatuses)[number]

/** What a request asks for: the price of work, or a plan of the platform itself. */
export const quoteRequestKinds = ['quote', 'sales'] as const
export type QuoteRequestKind = (typeof quoteRequestKinds)[number]

/** What can be asked for: the estimator's kinds of work, and anything else. */
export const quoteServices = [
  'renovation',
  'bathroom',
  'kitchen',
  'painting',
  'electrical',
  'new_construction',
  'roofing',
  'other',
] as const
export type QuoteService = (typeof quoteServices)[number]

export const quoteTimelines = ['flexible', 'normal', 'urgent', 'emergency'] as const

export const quoteBudgets = ['small', 'medium', 'large', 'xlarge', 'not_sure'] as const

export const contactMethods = ['email', 'phone', 'whatsapp'] as const
export type ContactMethod = (typeof contactMethods)[number]

/** A room as it was asked for; the area in hundredths of a square metre. */
export type QuoteRoom = { type: string; areaCenti: number | null }
