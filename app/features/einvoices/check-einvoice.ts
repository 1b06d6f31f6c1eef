import type { Einvoice } from './einvoice.ts'
import { peppolRules } from './peppol-rules.ts'
import type { BrokenRule, Rule } from './rule.ts'
import { generalRules } from './rules.ts'
import { vatRules } from './vat-rules.ts'

export const coreRules: readonly Rule[] = [...generalRules, ...vatRules]

/** What an invoice breaks: rules of EN 16931, without which it is none, and rules of Peppol, without which it is not sent there. */
export type EinvoiceCheck = { core: BrokenRule[]; peppol: BrokenRule[] }

export const checkEinvoice = (invoice: Einvoice): EinvoiceCheck => ({
  core: broken(invoice, coreRules),
  peppol: broken(invoice, peppolRules),
})

const broken = (invoice: Einvoice, rules: readonly Rule[]): BrokenRule[] =>
  rules.filter(({ holds }) => !holds(invoice)).map(({ id, mend }) => ({ id, mend }))
