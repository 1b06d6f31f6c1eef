import { createHash } from 'node:crypto'
import { asc, desc, eq } from 'drizzle-orm'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import { lineVatOf } from '#app/features/projects/vat-treatment.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { costsTooMuch } from '#app/platform/forms/field-schemas.ts'
import { sumCents } from '#app/platform/money.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { bidLines, bidSeals, bids } from '#db/schema/bids.ts'
import type { projects } from '#db/schema/projects.ts'
import type { SealOccasion } from '#db/vocabulary/bids.ts'
import type { PriceForm } from '#db/vocabulary/projects.ts'
import { type Attachment, listAttachments } from './attachments/attachments.server.ts'
import { canonicalBid } from './bid-seal.ts'
import { calculateBidTotals, contractTotalsOf, lineNetCents } from './bid-totals.ts'
import type { BidInput } from './schemas.server.ts'
import { latestValidity, outlastsDeadline } from './validity/validity.ts'

export type BidRow = typeof bids.$inferSelect
export type BidLine = Omit<typeof bidLines.$inferSelect, 'bidId'>

/** The UN/ECE unit code of a lump sum, used for a bid of a single amount. */
export const lumpSumUnit = 'LS'

/** The lines of a bid in order. */
export function listBidLines(db: Database | Transaction, bidId: string): BidLine[] {
  return db
    .select({
      id: bidLines.id,
      projectLineId: bidLines.projectLineId,
      position: bidLines.position,
      description: bidLines.description,
      quantityMilli: bidLines.quantityMilli,
      unit: bidLines.unit,
      unitPriceE4: bidLines.unitPriceE4,
      vatRateBp: bidLines.vatRateBp,
      vatCategory: bidLines.vatCategory,
      vatGround: bidLines.vatGround,
      excluded: bidLines.excluded,
      priceForm: bidLines.priceForm,
      overrunShareBp: bidLines.overrunShareBp,
      underrunShareBp: bidLines.underrunShareBp,
      isOption: bidLines.isOption,
      isAlternate: bidLines.isAlternate,
    })
    .from(bidLines)
    .where(eq(bidLines.bidId, bidId))
    .orderBy(asc(bidLines.position))
    .all()
}

/**
 * Refuses to seal a bid for a version of the project that its form did not show (PROJ-2).
 * @throws AppError conflict; the form shows it with what was typed, and sends again with the current version
 */
export function requireKnownAddenda(
  project: { version: number },
  { expectedProjectVersion }: Pick<BidInput, 'expectedProjectVersion'>,
): void {
  if (expectedProjectVersion !== undefined && expectedProjectVersion !== project.version)
    throw conflict('bids:refused.newAddendum')
}

/** The version of the project that a bid's form showed. A draft that was saved for an older one is not submitted as it is. */
export const shownVersion = (
  { version }: { version: number },
  { expectedProjectVersion = version }: Pick<BidInput, 'expectedProjectVersion'>,
): number => Math.min(expectedProjectVersion, version)

/**
 * Converts the lines of a form. A line that answers a project line takes over its description, quantity and unit: all bidders price
 * the same quantities (BID-5). A single amount becomes one line. The project decides the VAT category, and the bidder the rate where
 * there is a choice at `now` (UTC ms).
 * @throws AppError invalid when a line refers to a line of another project, has a rate that is not allowed, or costs too much, and when
 * no line that is part of the contract sum costs anything, an alternate is not allowed, or all of them together would lower the price to nothing
 */
export function toBidLines(
  tx: Database | Transaction,
  project: typeof projects.$inferSelect,
  input: BidInput,
  now: number,
): BidLine[] {
  const requested = new Map(listProjectLines(tx, project.id).map((line) => [line.id, line]))
  const answered = new Set<string>()
  const whole = {
    projectLineId: null,
    description: project.title,
    quantityMilli: 1000,
    unit: lumpSumUnit,
    excluded: false,
  }
  const isWhole = input.lines.every(({ isAlternate }) => isAlternate)
  const single = isWhole ? [{ ...whole, unitPriceE4: (input.amount ?? 0) * 100 }] : []
  const lines: BidInput['lines'] = [...single, ...input.lines]
  const priced = lines.map((line, position) => {
    const { projectLineId, unitPriceE4, excluded, isAlternate = false } = line
    const row = position - single.length
    if (isAlternate && project.variantTerms === null)
      throw invalid('bidform:alternatesNotAllowed', { field: `lines[${row}].description` })
    const wanted = projectLineId === null ? null : requested.get(projectLineId)
    if (wanted === undefined || (projectLineId !== null && answered.has(projectLineId)))
      throw invalid('bidform:linesChanged')
    if (projectLineId !== null) answered.add(projectLineId)
    const vat = lineVatOf(project, line.vatRate ?? input.vatRate, now)
    const field = line.vatRate === undefined ? 'vatRate' : `lines[${row}].vatRate`
    if (!vat) throw invalid('validation:choice', { field })
    const quantityMilli = wanted?.quantityMilli ?? line.quantityMilli ?? 1000
    if (costsTooMuch(quantityMilli, Math.abs(unitPriceE4)))
      throw invalid('validation:tooLarge', { field: `lines[${row}].unitPrice` })
    return {
      id: newId(),
      projectLineId,
      position,
      description: wanted?.description ?? line.description,
      quantityMilli,
      unit: wanted?.unit ?? line.unit,
      unitPriceE4,
      ...vat,
      excluded,
      isOption: isAlternate || (wanted?.isOption ?? false),
      isAlternate,
      ...pricingOf(wanted?.priceForm ?? 'unit', project),
    }
  })
  const { netCents, vatGroups } = contractTotalsOf(priced)
  if (netCents === 0) throw invalid('validation:amountPositive', { field: 'lines' })
  // Whatever the award chooses of them, something has to remain to be paid, and nothing below zero at any VAT rate.
  const lowering = priced.filter((line) => line.isAlternate && lineNetCents(line) < 0)
  if (netCents + sumCents(lowering.map(lineNetCents)) <= 0)
    throw invalid('bidform:alternatesTooLow', { field: 'lines' })
  for (const { vatRateBp: rate } of lowering) {
    const ofRate = vatGroups.find(({ vatRateBp }) => vatRateBp === rate)?.netCents ?? 0
    const lowered = sumCents(lowering.filter(({ vatRateBp }) => vatRateBp === rate).map(lineNetCents))
    if (ofRate + lowered < 0) throw invalid('bidform:alternatesBelowRate', { field: 'lines' })
  }
  return priced
}

/** The form of a line's price, with the shares that the project announces for a target price. */
function pricingOf(
  priceForm: PriceForm,
  { overrunShareBp, underrunShareBp }: Pick<typeof projects.$inferSelect, 'overrunShareBp' | 'underrunShareBp'>,
) {
  return priceForm === 'target'
    ? { priceForm, overrunShareBp, underrunShareBp }
    : { priceForm, overrunShareBp: null, underrunShareBp: null }
}

/**
 * What a form says about the bid in words, and how long it binds. A bid that ended before it is opened would bind nobody.
 * @throws AppError invalid when it ends before the day of the project's deadline
 */
export function statedTerms(
  { bidDeadline, timeZone }: Pick<typeof projects.$inferSelect, 'bidDeadline' | 'timeZone'>,
  { inclusions, exclusions, validUntil }: Pick<BidInput, 'inclusions' | 'exclusions' | 'validUntil'>,
): Pick<BidRow, 'inclusions' | 'exclusions' | 'validUntil'> {
  const boundUntil = validUntil ?? null
  if (!outlastsDeadline({ boundUntil, bidDeadline, timeZone }))
    throw invalid('bidlines:refused.endsBeforeDeadline', { field: 'validUntil' })
  if (boundUntil !== null && boundUntil > latestValidity({ bidDeadline, timeZone }))
    throw invalid('bidlines:refused.endsTooLate', { field: 'validUntil' })
  return { inclusions: inclusions ?? null, exclusions: exclusions ?? null, validUntil: boundUntil }
}

/** Replaces the lines of a bid. */
export function saveBidLines(tx: Transaction, bidId: string, lines: readonly BidLine[]): void {
  tx.delete(bidLines).where(eq(bidLines.bidId, bidId)).run()
  if (lines.length > 0)
    tx.insert(bidLines)
      .values(lines.map((line) => ({ ...line, bidId })))
      .run()
}

/** SHA-256 of a canonical text, in hex. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What is sealed of a bid besides its own row. */
export type BidParts = { lines: readonly BidLine[]; attachments: readonly Attachment[] }

/** The lines and attachments of a bid. */
export const bidParts = (
  db: Database | Transaction,
  bidId: string,
): { lines: BidLine[]; attachments: Attachment[] } => ({
  lines: listBidLines(db, bidId),
  attachments: listAttachments(db, bidId),
})

/** Stores the text of the bid with its attachments, and its hash, once per revision; they can never be changed. */
export function sealBid(
  tx: Transaction,
  ctx: { actor: { id: string }; now: number },
  bid: BidRow,
  lines: readonly BidLine[],
  occasion: SealOccasion,
): string {
  const text = canonicalBid({ ...bid, lines, attachments: listAttachments(tx, bid.id) })
  const digest = digestOf(text)
  const { id: bidId, revision } = bid
  const by = { sealedBy: ctx.actor.id, sealedAt: ctx.now }
  tx.insert(bidSeals)
    .values({ id: newId(), bidId, revision, digest, text, occasion, ...by })
    .run()
  return digest
}

export type Seal = { revision: number; digest: string; sealedAt: number }

/** The seals of a bid, newest first. */
export function listSeals(db: Database | Transaction, bidId: string): Seal[] {
  return db
    .select({ revision: bidSeals.revision, digest: bidSeals.digest, sealedAt: bidSeals.sealedAt })
    .from(bidSeals)
    .where(eq(bidSeals.bidId, bidId))
    .orderBy(desc(bidSeals.revision))
    .all()
}

/** Whether the bid still matches its last seal exactly, and its stored totals the lines that are sealed. */
export function isSealIntact(bid: BidRow, parts: BidParts, seals: readonly Seal[]): boolean {
  const [last] = seals
  if (last?.revision !== bid.revision || last.digest !== digestOf(canonicalBid({ ...bid, ...parts }))) return false
  const { netCents, vatCents, grossCents } = calculateBidTotals(parts.lines)
  return bid.netCents === netCents && bid.vatCents === vatCents && bid.grossCents === grossCents
}

/** The text of a bid as it was last sealed; null if its rows no longer give it, or if it was never sealed. */
export function findSealedText(db: Database | Transaction, bidId: string): string | null {
  const bid = db.select().from(bids).where(eq(bids.id, bidId)).get()
  const parts = bidParts(db, bidId)
  return bid && isSealIntact(bid, parts, listSeals(db, bidId)) ? canonicalBid({ ...bid, ...parts }) : null
}
