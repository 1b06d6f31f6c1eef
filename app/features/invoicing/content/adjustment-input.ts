import { type InvoiceLine, invoiceLineNetCents } from '#app/features/invoicing/invoice-totals.ts'
import { type LineVat, toVatChoice } from '#app/features/invoicing/vat-choice.ts'
import { parseAmount, parsePercent, percentageOf, splitByWeights, sumCents } from '#app/platform/money.ts'
import type { Adjustment, DocumentAdjustment } from './invoice-content.ts'

/** A part of a sum, as a person writes it: `10 %`, or an amount. */
export type Share = { rateBp: number } | { amountCents: number }

/** Reads `10 %`, `2,5%` or `150.00`; null when it is neither, zero, or more than the whole. */
export function readShare(typed: string, decimalMark?: ',' | '.'): Share | null {
  const percent = /^(.*?)\s*%$/.exec(typed.trim())
  if (percent) {
    const rateBp = parsePercent(percent[1] ?? '', decimalMark)
    return rateBp !== null && rateBp > 0 && rateBp <= 10_000 ? { rateBp } : null
  }
  const amountCents = parseAmount(typed, decimalMark)
  return amountCents !== null && amountCents > 0 ? { amountCents } : null
}

/** The amount of a share, with the base that a percentage is of (Peppol, R040 to R042); null where it comes to nothing. */
export function amountOfShare(
  share: Share,
  baseCents: number,
): Pick<Adjustment, 'amountCents' | 'rateBp' | 'baseCents'> | null {
  if ('amountCents' in share) return { amountCents: share.amountCents, rateBp: null, baseCents: null }
  const amountCents = percentageOf(baseCents, share.rateBp)
  return amountCents > 0 ? { amountCents, rateBp: share.rateBp, baseCents } : null
}

export type TypedAdjustment = Pick<Adjustment, 'kind' | 'reasonCode' | 'reason'> & {
  share: Share
  /** Null: as the lines are taxed. */
  vat: LineVat | null
}

type Line = InvoiceLine & LineVat

/**
 * Discounts and charges of a whole invoice. Each has one VAT treatment (BT-95, BT-102), so that one which follows the lines is split over theirs:
 * a percentage is taken of each, an amount divided in proportion.
 */
export function toDocumentAdjustments(typed: readonly TypedAdjustment[], lines: readonly Line[]): DocumentAdjustment[] {
  const groups = groupsOf(lines)
  return typed.flatMap(({ share, vat, ...adjustment }) => {
    if (vat) {
      const baseCents = groups.find((group) => toVatChoice(group.vat) === toVatChoice(vat))?.netCents ?? 0
      const amount = amountOfShare(share, baseCents)
      return amount ? [{ ...adjustment, ...amount, ...vat }] : []
    }
    const some = groups.filter((group) => group.netCents > 0)
    if (some.length === 0) return []
    const shares =
      'rateBp' in share
        ? some.map(() => share)
        : splitByWeights(
            share.amountCents,
            some.map((group) => group.netCents),
          ).map((amountCents) => ({ amountCents }))
    return some.flatMap((group, index) => {
      const amount = amountOfShare(shares[index] ?? share, group.netCents)
      return amount && amount.amountCents > 0 ? [{ ...adjustment, ...amount, ...group.vat }] : []
    })
  })
}

/** The nets of lines by their VAT, in the order in which they come. */
function groupsOf(lines: readonly Line[]): { vat: LineVat; netCents: number }[] {
  const groups = new Map<string, { vat: LineVat; netCents: number }>()
  for (const line of lines) {
    const { vatCategory, vatRateBp, vatGround } = line
    const key = toVatChoice(line)
    const known = groups.get(key)?.netCents ?? 0
    const netCents = sumCents([known, invoiceLineNetCents(line)])
    groups.set(key, { vat: { vatCategory, vatRateBp, vatGround }, netCents })
  }
  return [...groups.values()]
}
