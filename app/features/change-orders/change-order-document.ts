import type { FrozenParty } from '#app/features/contracts/contract-document.ts'
import { vatGroundText } from '#app/platform/finnish-vat.ts'
import { decimalText, quantityText, unitPriceText } from '#app/platform/money.ts'
import { canonicalText } from '#app/platform/text/canonical-text.ts'
import type { ChangeReason } from '#db/vocabulary/change-orders.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import type { WorkVatCategory } from '#db/vocabulary/invoicing.ts'
import { changeLineNetCents } from './change-order-totals.ts'

type LineInDocument = {
  position: number
  /** The position of the line in the awarded bid; null for a new item. */
  contractLine: number | null
  description: string
  quantityMilli: number
  unit: string
  unitPriceE4: number
}

export type ChangeOrderDocument = {
  number: number
  contractNumber: string
  /** SHA-256 of the contract's text: the chain from the change to what it changes. */
  contractDigest: string
  proposer: ContractParty
  /** As the contract's text names them. */
  parties: Record<ContractParty, FrozenParty>
  title: string
  reason: ChangeReason
  description: string
  currency: string
  lines: readonly LineInDocument[]
  vatRateBp: number
  vatCategory: WorkVatCategory | null
  vatGround: string | null
  netCents: number
  vatCents: number
  grossCents: number
  extensionDays: number
  /** The only milestone that the extension is for; null for the whole work. */
  extendedMilestone: { position: number; title: string } | null
  /** The milestone that a deduction reduces. */
  milestone: { position: number; title: string } | null
  /** In the order in which they were added. */
  files: readonly { name: string; sha256: string }[]
}

/**
 * The text that is frozen and hashed (SHA-256) when a change is proposed; both parties sign it (CON-6). It names the contract by the hash of
 * its text, and its files by theirs. Amounts are decimal numbers in the contract's currency, below zero for a deduction. In version 1, no
 * price had a fraction of a cent; without files, or a milestone that the extension is for, the text is as it was before there could be any.
 */
export function canonicalChangeOrder(change: ChangeOrderDocument): string {
  const { client, provider } = change.parties
  const hasFractions = change.lines.some(({ unitPriceE4 }) => unitPriceE4 % 100 !== 0)
  const version = change.extendedMilestone ? 4 : change.files.length > 0 ? 3 : hasFractions ? 2 : 1
  return canonicalText(`groundwork-change-order ${version}`, [
    ['change order', changeOrderName(change.number)],
    ['contract', change.contractNumber],
    ['SHA-256 of the contract', change.contractDigest],
    ['proposed by', change.proposer],
    ['client', [partyFields(client)]],
    ['provider', [partyFields(provider)]],
    ['title', change.title],
    ['reason', change.reason],
    ['description', change.description],
    ['currency', change.currency],
    [
      'lines',
      change.lines.map((line) => [
        ['position', line.position],
        ['line of the contract', line.contractLine],
        ['description', line.description],
        ['quantity', quantityText(line.quantityMilli)],
        ['unit', line.unit],
        ['unit price', unitPriceText(line.unitPriceE4)],
        ['net', decimalText(changeLineNetCents(line))],
      ]),
    ],
    ['VAT percent', decimalText(change.vatRateBp)],
    ['VAT category', change.vatCategory],
    ['VAT ground', vatGroundText(change)],
    ['net', decimalText(change.netCents)],
    ['VAT', decimalText(change.vatCents)],
    ['gross', decimalText(change.grossCents)],
    ['days of extension', change.extensionDays],
    ['extension of', change.extendedMilestone && milestoneName(change.extendedMilestone)],
    ['effect', effectOf(change)],
    ['milestone', change.milestone && milestoneName(change.milestone)],
    [
      'files',
      change.files.length === 0
        ? null
        : change.files.map(({ name, sha256 }) => [
            ['name', name],
            ['SHA-256', sha256],
          ]),
    ],
  ])
}

/** What the change does to the milestones; every text says one of these. */
export const changeEffects = ['a new milestone', 'a milestone is reduced', 'no amount'] as const

function effectOf({ netCents }: Pick<ChangeOrderDocument, 'netCents'>): (typeof changeEffects)[number] {
  if (netCents === 0) return 'no amount'
  return netCents > 0 ? 'a new milestone' : 'a milestone is reduced'
}

const milestoneName = ({ position, title }: { position: number; title: string }) => `${position}. ${title}`

const partyFields = (party: FrozenParty) =>
  [
    ['name', party.name],
    ['business id', party.businessId],
  ] as const
