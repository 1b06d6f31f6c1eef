import type { EAddress, Einvoice, LineAdjustment, VatGroup } from './einvoice.ts'
import { each, isFilled, type Rule } from './rule.ts'
import { lineNetE4 } from './rules.ts'

const adjustments = (invoice: Einvoice): LineAdjustment[] => [
  ...invoice.adjustments,
  ...invoice.lines.flatMap((line) => line.adjustments),
]

/** The reasons that belong to one category alone (P0104 to P0107). */
const categoryOfReason: Readonly<Record<string, { id: string; category: VatGroup['category'] }>> = {
  'VATEX-EU-G': { id: 'PEPPOL-EN16931-P0104', category: 'G' },
  'VATEX-EU-O': { id: 'PEPPOL-EN16931-P0105', category: 'O' },
  'VATEX-EU-IC': { id: 'PEPPOL-EN16931-P0106', category: 'K' },
  'VATEX-EU-AE': { id: 'PEPPOL-EN16931-P0107', category: 'AE' },
}

/** Check digits by the scheme of an address or a register: PEPPOL-COMMON-R040, R041 and R049. */
function hasCheckDigits({ id, scheme }: EAddress): boolean {
  switch (scheme) {
    case '0088':
      return /^\d{13}$/.test(id) && weighted(id.slice(0, -1), [3, 1], 10) === Number(id.at(-1))
    case '0192':
      return /^\d{9}$/.test(id) && weighted(id.slice(0, -1), [2, 3, 4, 5, 6, 7], 11) === Number(id.at(-1))
    case '0007':
      return /^\d{10}$/.test(id) && luhn(id)
    default:
      return true
  }
}

/** A check digit with weights from the right. */
function weighted(digits: string, weights: readonly number[], modulus: number): number {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (weights[index % weights.length] ?? 0), 0)
  return (modulus - (sum % modulus)) % modulus
}

function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

const partyIds = (invoice: Einvoice): EAddress[] =>
  [invoice.seller, invoice.buyer].flatMap(({ address, legalId }) => [
    ...(address ? [address] : []),
    ...(legalId?.scheme ? [{ id: legalId.id, scheme: legalId.scheme }] : []),
  ])

type Day = string | null | undefined

/** Whether a day is not before another one; an open end breaks nothing. */
const isNotBefore = (day: Day, other: Day) => !day || !other || day >= other

/**
 * The rules that Peppol BIS Billing 3.0 adds to EN 16931, as far as an invoice of ours can break them. The others follow from how it is written:
 * R001 and R004 (profile and customization), R008 (no empty elements), R043, R044, R051, R053 and R054.
 */
export const peppolRules: readonly Rule[] = [
  { id: 'PEPPOL-EN16931-R002', mend: 'ours', holds: ({ notes }) => notes.length <= 1 },
  {
    id: 'PEPPOL-EN16931-R003',
    mend: 'buyerReference',
    holds: ({ buyerReference, orderReference }) => isFilled(buyerReference) || isFilled(orderReference),
  },
  {
    id: 'PEPPOL-EN16931-R005',
    mend: 'ours',
    holds: ({ currency, totals }) => currency !== 'EUR' || totals.vatEuroCents === null,
  },
  { id: 'PEPPOL-EN16931-R010', mend: 'buyerAddress', holds: ({ buyer }) => isFilled(buyer.address?.id ?? null) },
  { id: 'PEPPOL-EN16931-R020', mend: 'sellerAddress', holds: ({ seller }) => isFilled(seller.address?.id ?? null) },
  {
    id: 'PEPPOL-EN16931-R040',
    mend: 'adjustment',
    holds: each(
      adjustments,
      ({ amountCents, baseCents, percentBp }) =>
        baseCents === null ||
        percentBp === null ||
        Math.abs(amountCents - (baseCents * percentBp) / 10_000) <= tolerance,
    ),
  },
  {
    id: 'PEPPOL-EN16931-R041',
    mend: 'adjustment',
    holds: each(adjustments, ({ baseCents, percentBp }) => percentBp === null || baseCents !== null),
  },
  {
    id: 'PEPPOL-EN16931-R042',
    mend: 'adjustment',
    holds: each(adjustments, ({ baseCents, percentBp }) => baseCents === null || percentBp !== null),
  },
  {
    id: 'PEPPOL-EN16931-R055',
    mend: 'ours',
    holds: ({ totals }) =>
      totals.vatEuroCents === null || Math.sign(totals.vatEuroCents) * Math.sign(totals.vatCents) >= 0,
  },
  {
    id: 'PEPPOL-EN16931-R110',
    mend: 'period',
    holds: ({ period, lines }) => lines.every((line) => isNotBefore(line.period?.start, period?.start)),
  },
  {
    id: 'PEPPOL-EN16931-R111',
    mend: 'period',
    holds: ({ period, lines }) => lines.every((line) => isNotBefore(period?.end, line.period?.end)),
  },
  {
    id: 'PEPPOL-EN16931-R120',
    mend: 'ours',
    holds: ({ lines }) => lines.every((line) => Math.abs(line.netCents - lineNetE4(line) / 100) <= tolerance),
  },
  ...Object.entries(categoryOfReason).map(
    ([code, { id, category }]): Rule => ({
      id,
      mend: 'ours',
      holds: ({ vat }) => vat.every((group) => group.reasonCode !== code || group.category === category),
    }),
  ),
  {
    id: 'PEPPOL-EN16931-CL008',
    mend: 'buyerAddress',
    holds: ({ buyer }) => !buyer.address || isPeppolScheme(buyer.address),
  },
  {
    id: 'PEPPOL-EN16931-CL008',
    mend: 'sellerAddress',
    holds: ({ seller }) => !seller.address || isPeppolScheme(seller.address),
  },
  {
    id: 'PEPPOL-COMMON-R040',
    mend: 'buyerAddress',
    holds: each(partyIds, (id) => id.scheme !== '0088' || hasCheckDigits(id)),
  },
  {
    id: 'PEPPOL-COMMON-R041',
    mend: 'buyerAddress',
    holds: each(partyIds, (id) => id.scheme !== '0192' || hasCheckDigits(id)),
  },
  {
    id: 'PEPPOL-COMMON-R049',
    mend: 'buyerAddress',
    holds: each(partyIds, (id) => id.scheme !== '0007' || hasCheckDigits(id)),
  },
]

/** Two cents, as the official rules allow. */
const tolerance = 2

/** Peppol delivers to addresses with a number alone: not to an email or an address of another network. */
function isPeppolScheme({ scheme }: EAddress): boolean {
  return /^\d{4}$/.test(scheme)
}
