import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { QuoteState, QuoteStatus } from '#db/vocabulary/quotes.ts'

export const quoteActions = ['edit', 'send', 'accept', 'decline', 'withdraw', 'invoice'] as const
export type QuoteAction = (typeof quoteActions)[number]

type QuoteFacts = {
  /** Its client has opened the link, or was handed the quote. */
  isRead: boolean
  /** The seller says that the client agrees that it ends. */
  isAgreed?: boolean
}

type QuoteMachine = {
  namespace: 'quotes'
  state: QuoteState
  action: QuoteAction
  role: 'seller' | 'client'
  facts: QuoteFacts
  refusal: 'binding' | 'expired'
}
export type QuoteRefusal = RefusalKey<QuoteMachine>

/**
 * An offer binds whoever made it until its date, and is withdrawn only before the client has read it (Finnish Contracts Act 228/1929, sections 1 and 7);
 * after that the client has to agree, also to a version that replaces it.
 */
const mayEnd = ({ isRead, isAgreed = false }: QuoteFacts) => (isRead && !isAgreed ? 'binding' : null)

/**
 * The states of a quote (QUO-2). The client answers by the link, or the seller records an answer that came another way. An answer after the date is an
 * offer of the client's own (the same act, section 4), which the seller takes by recording it.
 */
export const quoteMachine = defineMachine<QuoteMachine>({
  namespace: 'quotes',
  transitions: [
    ...(['draft', 'sent', 'expired', 'declined', 'withdrawn'] as const).map((from) => ({
      from,
      action: 'edit' as const,
      by: 'seller' as const,
      to: from,
    })),
    { from: ['draft', 'expired', 'declined', 'withdrawn'], action: 'send', by: 'seller', to: 'sent' },
    { from: 'sent', action: 'send', by: 'seller', to: 'sent', input: mayEnd },
    { from: 'sent', action: 'withdraw', by: 'seller', to: 'withdrawn', input: mayEnd },
    { from: 'sent', action: 'accept', by: ['client', 'seller'], to: 'accepted' },
    { from: 'sent', action: 'decline', by: ['client', 'seller'], to: 'declined' },
    { from: 'expired', action: 'accept', by: 'seller', to: 'accepted' },
    ...(['accept', 'decline'] as const).map((action) => ({
      from: 'expired' as const,
      action,
      by: 'client' as const,
      to: 'expired' as const,
      when: () => 'expired' as const,
    })),
    { from: 'accepted', action: 'invoice', by: 'seller', to: 'accepted' },
  ],
})

/** The state of a quote on a day (`YYYY-MM-DD`): it can be accepted until the end of its date. */
export function quoteState(
  { status, validUntil }: { status: QuoteStatus; validUntil: string },
  today: string,
): QuoteState {
  return status === 'sent' && validUntil < today ? 'expired' : status
}

/** The number as the quote shows it: `Q-2026-0001`. Quotes have a series of their own. */
export const formatQuoteNumber = (year: number, sequence: number): string =>
  `Q-${year}-${String(sequence).padStart(4, '0')}`
