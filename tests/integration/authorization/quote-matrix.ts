import { button, invoice, withId } from './forms.ts'
import type { Rules } from './matrix.ts'

const seller = ['provider' as const]
const form = withId({ ...invoice, title: 'By form', validUntil: '2090-01-31' })
const answer = { name: 'Ann Answer', reason: 'By phone' }
const anybodyElse = ['nobody', 'stranger', 'colleague', 'client', 'admin', 'superAdmin'] as const

/** A company's quotes are its own; whoever has the link of one reads and answers it, but for the seller's own people. */
export const quoteMatrix: Record<string, Rules> = {
  quotes: {
    read: [
      { path: '/invoicing/quotes', shows: 'Quote of secrets', may: seller },
      { path: '/invoicing/quotes?q=secrets', shows: 'Buyer of secrets Oy', may: seller },
      { path: '/invoicing/quotes/{quote}', shows: 'Quote of secrets', may: seller },
      { path: '/invoicing/quotes/{draftQuote}/edit', shows: 'Quote of secrets', may: seller },
      { path: '/invoicing/quotes/{draftQuote}/delete', shows: 'Quote of secrets', may: seller },
    ],
    create: [{ path: '/invoicing/quotes/new', form, may: ['stranger', 'colleague', 'client', 'provider'] }],
    update: [
      { path: '/invoicing/quotes/{draftQuote}/edit', form, may: seller },
      { path: '/invoicing/quotes/{draftQuote}/send', form: withId({ way: 'hand' }), may: seller },
      { path: '/invoicing/quotes/{quote}/answer', form: withId({ ...answer, outcome: 'accepted' }), may: seller },
      { path: '/invoicing/quotes/{quote}/withdraw', form: withId({ isAgreed: 'on' }), may: seller },
      { path: '/shared/quote/{quoteLink}/accept', form: () => ({ ...answer, isMeant: 'on' }), may: [...anybodyElse] },
      { path: '/shared/quote/{quoteLink}/decline', form: () => answer, may: [...anybodyElse] },
    ],
    delete: [{ path: '/invoicing/quotes/{draftQuote}/delete', form: button, may: seller }],
  },
  quote_versions: {
    read: 'with its quote, and by its link, which is the secret',
    create: [{ path: '/invoicing/quotes/{draftQuote}/send', form: withId({ way: 'hand' }), may: seller }],
    update: [
      { path: '/invoicing/quotes/{quote}/share', form: withId({ days: '7' }), may: seller },
      { path: '/invoicing/quotes/{quote}/unshare', form: button, may: seller },
    ],
    delete: 'never: triggers keep what was sent',
  },
  quote_invoices: {
    read: 'with its quote and its invoice',
    create: [
      { path: '/invoicing/quotes/{acceptedQuote}/invoice-rest', form: button, may: seller },
      { path: '/invoicing/quotes/{acceptedQuote}/invoice', form: withId({ share: '10' }), may: seller },
    ],
    update: 'never: triggers keep what was made',
    delete: 'never: triggers keep what was made',
  },
}

export const quoteInternal: Record<string, string> = {
  quote_counters: 'numbers, inside the sending transaction',
  quote_openings: 'counts without a person; written when a link is opened (app/features/quotes)',
  quote_answers: 'how a version ended; see quotes; immutable by triggers',
}
