import { priceFormText } from '#app/features/projects/tender-set.ts'
import { qualificationFields } from '#app/features/qualifications/qualification-fields.ts'
import { vatGroundText } from '#app/platform/finnish-vat.ts'
import { decimalText, quantityText, unitPriceText } from '#app/platform/money.ts'
import { canonicalText } from '#app/platform/text/canonical-text.ts'
import type { WorkVatCategory } from '#db/vocabulary/invoicing.ts'
import type { BidQualification } from '#db/vocabulary/qualifications.ts'
import { calculateBidTotals, dayWorkCents, lineNetCents, optionCents, type PricedLine } from './bid-totals.ts'

type BidDocument = {
  id: string
  projectId: string
  projectVersion: number
  /** SHA-256 of the tender set that it answers. */
  tenderSetDigest?: string | null
  companyId: string
  revision: number
  currency: string
  approach: string
  timelineWeeks: number
  inclusions?: string | null
  exclusions?: string | null
  /** YYYY-MM-DD. */
  validUntil?: string | null
  lines: readonly (PricedLine & {
    position: number
    description: string
    unit: string
    vatCategory?: WorkVatCategory | null
    vatGround?: string | null
    overrunShareBp?: number | null
    underrunShareBp?: number | null
  })[]
  attachments?: readonly { name: string; size: number; sha256: string }[]
  qualification?: BidQualification | null
}

/**
 * The text whose SHA-256 is stored when a bid is submitted, so that the opening can be proved (BID-2). The bid's id has random
 * bits that only the bidder knows before the opening, so amounts cannot be guessed from the hash. The order of the given lines
 * and attachments does not matter. Version 1 is the text of bids on projects that state no VAT treatment, version 2 of those without
 * a tender set, version 3 of those that state neither inclusions nor exclusions nor how long they bind, version 4 of those without a price
 * with a fraction of a cent, version 5 of those
 * without attachments, version 6 of those whose lines all have unit prices, version 7 of those of which neither answers to requirements nor
 * certificates are asked, version 8 of those without options, version 9 of those without alternates of the bidder.
 */
export function canonicalBid(bid: BidDocument): string {
  const lines = [...bid.lines].sort((a, b) => a.position - b.position)
  const attachments = [...(bid.attachments ?? [])].sort(
    (a, b) => compare(a.sha256, b.sha256) || compare(a.name, b.name),
  )
  const totals = calculateBidTotals(lines)
  const isStated = lines.some((line) => line.vatCategory)
  const { inclusions = null, exclusions = null, validUntil = null, qualification = null } = bid
  const hasTerms = inclusions !== null || exclusions !== null || validUntil !== null
  const isFine = lines.some(({ unitPriceE4 }) => unitPriceE4 % 100 !== 0)
  const hasForms = lines.some(({ priceForm = 'unit' }) => priceForm !== 'unit')
  const options = optionCents(lines)
  const ofContent = lines.some(({ isAlternate }) => isAlternate)
    ? 10
    : options !== null
      ? 9
      : qualification
        ? 8
        : hasForms
          ? 7
          : attachments.length > 0
            ? 6
            : isFine
              ? 5
              : null
  const version = ofContent ?? (hasTerms ? 4 : bid.tenderSetDigest ? 3 : isStated ? 2 : 1)
  const dayWork = dayWorkCents(lines)
  const percent = (shareBp: number | null | undefined) => (shareBp == null ? null : decimalText(shareBp))
  return canonicalText(`groundwork-bid ${version}`, [
    ['bid', bid.id],
    ['project', bid.projectId],
    ['project version', bid.projectVersion],
    ['SHA-256 of the tender set', bid.tenderSetDigest ?? null],
    ['bidder', bid.companyId],
    ['revision', bid.revision],
    ['currency', bid.currency],
    ['approach', bid.approach],
    ['timeline in weeks', bid.timelineWeeks],
    ['inclusions', inclusions],
    ['exclusions', exclusions],
    ['valid until', validUntil],
    [
      'lines',
      lines.map((line) => [
        ['position', line.position],
        ['description', line.description],
        ['quantity', quantityText(line.quantityMilli)],
        ['unit', line.unit],
        ['unit price', unitPriceText(line.unitPriceE4)],
        ['VAT percent', decimalText(line.vatRateBp)],
        ['VAT category', line.vatCategory ?? null],
        ['VAT ground', vatGroundText(line)],
        ['excluded', line.excluded === true],
        ['option outside the total', line.isOption ? true : null],
        ['own alternate', line.isAlternate ? true : null],
        ['price form', priceFormText(line.priceForm ?? 'unit')],
        ['bidder bears percent of an over-run', percent(line.overrunShareBp)],
        ['bidder gets percent of an under-run', percent(line.underrunShareBp)],
        ['net', decimalText(lineNetCents(line))],
      ]),
    ],
    [
      'attachments',
      attachments.map(
        ({ name, size, sha256 }) =>
          [
            ['name', name],
            ['size in bytes', size],
            ['SHA-256', sha256],
          ] as const,
      ),
    ],
    ...(qualification ? qualificationFields(qualification) : []),
    ['net', decimalText(totals.netCents)],
    ['VAT', decimalText(totals.vatCents)],
    ['gross', decimalText(totals.grossCents)],
    ['net of day-work', dayWork === null ? null : decimalText(dayWork)],
    ['contract sum, net', dayWork === null ? null : decimalText(totals.netCents - dayWork)],
    ['net of options, outside the total', options === null ? null : decimalText(options)],
  ])
}

/** Compares by UTF-16 code units, which does not depend on the locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
