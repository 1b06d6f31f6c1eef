import type { Einvoice } from './einvoice.ts'

/** What has to change for a rule to hold, as the reader is told (`einvoices:mend.…`); `ours`: our program is wrong. */
export const mends = [
  'account',
  'adjustment',
  'buyer',
  'buyerAddress',
  'buyerReference',
  'ground',
  'line',
  'ours',
  'outside',
  'period',
  'seller',
  'sellerAddress',
  'term',
  'vatNumbers',
] as const
export type Mend = (typeof mends)[number]

/** A rule of EN 16931 or of Peppol BIS Billing 3.0 by its id there. */
export type Rule = { id: string; mend: Mend; holds: (invoice: Einvoice) => boolean }
export type BrokenRule = Pick<Rule, 'id' | 'mend'>

/** A rule for each of some parts of an invoice. */
export const each =
  <Part>(parts: (invoice: Einvoice) => readonly Part[], holds: (part: Part, invoice: Einvoice) => boolean) =>
  (invoice: Einvoice): boolean =>
    parts(invoice).every((part) => holds(part, invoice))

export const isFilled = (text: string | null): boolean => text !== null && text.trim() !== ''
