import { vatGroundText } from '#app/platform/finnish-vat.ts'
import { decimalText, quantityText } from '#app/platform/money.ts'
import { canonicalText, readCanonicalText, readRecord } from '#app/platform/text/canonical-text.ts'
import type { ContractParty, FeeBasis } from '#db/vocabulary/contracts.ts'
import type { WorkVatCategory } from '#db/vocabulary/invoicing.ts'
import type { ClosingTerms } from './closing-terms.ts'

type PartyInDocument = {
  companyId: string
  name: string
  businessId: string | null
  street: string | null
  postalCode: string | null
  city: string | null
  /** ISO 3166-1 alpha-2; null in a text of version 1. */
  country: string | null
}

type MilestoneInDocument = {
  position: number
  title: string
  description: string
  netCents: number
  vatRateBp: number
  /** By the project's VAT treatment; null where it states none. */
  vatCategory: WorkVatCategory | null
  /** The ground of a milestone without VAT. */
  vatGround: string | null
  vatCents: number
  amountCents: number
  /** `YYYY-MM-DD` */
  dueDate: string | null
}

export type PaymentTermsInDocument = {
  /** Days between an invoice and its due date. */
  paymentDays: number
  /** A year, in basis points; null: as the law says. */
  lateInterestBp: number | null
  conditions: string
}

export type ContractDocument = {
  number: string
  title: string
  projectId: string
  /** SHA-256 of the awarded bid as submitted; null if it was never sealed. */
  bidDigest: string | null
  /** SHA-256 of the tender set that the bid answers; null on a project that has none, and in a text before version 4. */
  tenderSetDigest: string | null
  client: PartyInDocument
  provider: PartyInDocument
  currency: string
  netCents: number
  vatCents: number
  grossCents: number
  paymentMethod: string
  /** Of the accepted proposal; null without one, and in every text from before they could be proposed. */
  paymentTerms: PaymentTermsInDocument | null
  retentionBp: number
  platformFeeBp: number
  /** Not in a text before version 7, when every fee was a share of the gross. */
  platformFeeBasis: FeeBasis
  /** Not in a text before version 5. */
  closing: ClosingTerms
  terms: string
  /** The options of the bid that the award has chosen; without any, the text is what it was before there were options. */
  options?: readonly OptionInDocument[]
  milestones: readonly MilestoneInDocument[]
}

type OptionInDocument = { position: number; description: string; quantityMilli: number; unit: string; netCents: number }

/**
 * The text that is frozen and hashed (SHA-256) when a contract is sent; both parties read and sign it (CON-1). Amounts are
 * decimal numbers in the contract's currency. Version 1 had no addresses, version 2 no VAT category, version 3 no tender set, version 4 no closing
 * terms (null), version 5 no retention that lasts until the handover, version 6 no basis of the platform's fee and version 7 no options; their texts stay as they were signed.
 */
export function canonicalContract(contract: ContractDocument, version = contract.options?.length ? 8 : 7): string {
  return canonicalText(`groundwork-contract ${version}`, [
    ['contract', contract.number],
    ['title', contract.title],
    ['project', contract.projectId],
    ['SHA-256 of the bid', contract.bidDigest],
    ['SHA-256 of the tender set', contract.tenderSetDigest],
    ['client', [partyFields(contract.client)]],
    ['provider', [partyFields(contract.provider)]],
    ['currency', contract.currency],
    ['net', decimalText(contract.netCents)],
    ['VAT', decimalText(contract.vatCents)],
    ['gross', decimalText(contract.grossCents)],
    ['payment method', contract.paymentMethod],
    ['payment days', contract.paymentTerms?.paymentDays ?? null],
    ['late interest percent', percentText(contract.paymentTerms?.lateInterestBp ?? null)],
    ['payment terms', contract.paymentTerms?.conditions || null],
    ['retention percent', decimalText(contract.retentionBp)],
    ['retention until', version >= 6 && lastsUntilHandover(contract) ? untilHandover : null],
    ['platform fee percent', decimalText(contract.platformFeeBp)],
    ['platform fee of', version >= 7 && contract.platformFeeBp > 0 ? feeBasisText[contract.platformFeeBasis] : null],
    ...closingFields(contract.closing),
    ['terms', contract.terms],
    ['options of the bid', contract.options?.length ? optionFields(contract.options) : null],
    ['milestones', milestoneFields(contract.milestones)],
  ])
}

/** What the frozen text says of the platform's fee: what it is a share of, and whether VAT is added to it (ESC-17). */
export const feeBasisText: Record<FeeBasis, string> = {
  net: 'payouts without VAT, with VAT added',
  gross: 'payouts with VAT, with VAT included',
}

/** What the frozen text says of such a retention. */
export const untilHandover = 'accepted handover'

/** Whether the retention of a contract, if there is one, is to last until its handover: where the contract says anything of one. */
const lastsUntilHandover = ({ retentionBp, closing }: Pick<ContractDocument, 'retentionBp' | 'closing'>) =>
  retentionBp > 0 && (closing.handoverDue !== null || closing.warrantyMonths !== null)

/** Whether both parties have signed that the retention stays held until the handover is accepted. */
export const retainsUntilHandover = (text: string | null): boolean =>
  text !== null && readCanonicalText(text).fields.get('retention until') === untilHandover

function closingFields({ handoverDue, warrantyMonths, delay, securities }: ClosingTerms) {
  const asked = securities.map(
    (one) =>
      [
        ['purpose', one.purpose],
        ['percent', one.rateBp === null ? null : decimalText(one.rateBp)],
        ['amount', decimalText(one.amountCents)],
        ['kind', one.kind],
        ['until', one.purpose === 'warranty' ? 'end of the warranty time' : 'handover'],
        ['months after', one.months],
      ] as const,
  )
  const damages = delay && [
    [
      ['daily percent', decimalText(delay.rateBp)],
      ['days', delay.days],
      ['maximum days', delay.maxDays],
    ] as const,
  ]
  return [
    ['ready for handover', handoverDue],
    ['warranty months', warrantyMonths],
    ['securities', asked.length === 0 ? null : asked],
    ['delay damages', damages],
  ] as const
}

const percentText = (bp: number | null) => (bp === null ? null : decimalText(bp))

function partyFields(party: PartyInDocument) {
  return [
    ['company', party.companyId],
    ['name', party.name],
    ['business id', party.businessId],
    ['street', party.street],
    ['postal code', party.postalCode],
    ['city', party.city],
    ['country', party.country],
  ] as const
}

/** A party as the frozen text names it; null for what the text does not say. */
export type FrozenParty = {
  name: string
  businessId: string | null
  street: string | null
  postalCode: string | null
  city: string | null
}

/** The parties that a frozen text names, whatever their companies are called now. Reads every version. */
export function frozenParties(text: string): Record<ContractParty, FrozenParty> {
  const party = (side: ContractParty): FrozenParty => {
    const fields = readRecord(text, side)
    const field = (name: string) => fields.get(name) ?? null
    return {
      name: fields.get('name') ?? '',
      businessId: field('business id'),
      street: field('street'),
      postalCode: field('postal code'),
      city: field('city'),
    }
  }
  return { client: party('client'), provider: party('provider') }
}

/** A party as the frozen text has it, but for its company, which is the contract's. */
function partyAsFrozen(text: string, side: ContractParty, companyId: string): PartyInDocument {
  return { ...frozenParties(text)[side], country: readRecord(text, side).get('country') ?? null, companyId }
}

/**
 * The text that the rows of a sent contract give now, in the version of the frozen one. It equals that one, unless somebody has
 * changed a row since: what companies are called later is not read.
 */
export function textOfRows(
  frozen: string,
  rows: Omit<ContractDocument, 'client' | 'provider'> & { clientCompanyId: string; providerCompanyId: string },
): string {
  const version = Number(/^groundwork-contract (\d+)\n/.exec(frozen)?.[1] ?? 0)
  const client = partyAsFrozen(frozen, 'client', rows.clientCompanyId)
  const provider = partyAsFrozen(frozen, 'provider', rows.providerCompanyId)
  return canonicalContract({ ...rows, client, provider }, version)
}

const optionFields = (options: readonly OptionInDocument[]) =>
  options.map(
    (option) =>
      [
        ['position', option.position],
        ['description', option.description],
        ['quantity', quantityText(option.quantityMilli)],
        ['unit', option.unit],
        ['net', decimalText(option.netCents)],
      ] as const,
  )

function milestoneFields(milestones: readonly MilestoneInDocument[]) {
  return [...milestones]
    .sort((a, b) => a.position - b.position)
    .map(
      (milestone) =>
        [
          ['position', milestone.position],
          ['title', milestone.title],
          ['description', milestone.description],
          ['net', decimalText(milestone.netCents)],
          ['VAT percent', decimalText(milestone.vatRateBp)],
          ['VAT category', milestone.vatCategory],
          ['VAT ground', vatGroundText(milestone)],
          ['VAT', decimalText(milestone.vatCents)],
          ['amount', decimalText(milestone.amountCents)],
          ['due', milestone.dueDate],
        ] as const,
    )
}
