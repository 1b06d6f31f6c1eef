import type { FrozenParty } from '#app/features/contracts/contract-document.ts'
import { decimalText } from '#app/platform/money.ts'
import { canonicalText } from '#app/platform/text/canonical-text.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import type { DelayDamages } from './delay-damages.ts'
import { finalTotals } from './final-account.ts'

export type FinalAccountDocument = {
  name: string
  contractNumber: string
  /** SHA-256 of the contract's text: the chain from the account to what it settles. */
  contractDigest: string
  parties: Record<ContractParty, FrozenParty>
  currency: string
  /** The sum as signed, with VAT. */
  signedCents: number
  changes: readonly { name: string; title: string; grossCents: number }[]
  /** The sum to date. */
  netCents: number
  vatCents: number
  /** By the terms of the contract; null where none are agreed, or the work is not taken over. */
  delay: (DelayDamages & { extensionDays: number }) | null
  items: readonly {
    claimant: ContractParty
    kind: string
    description: string
    amountCents: number
    answer: 'agreed' | 'reserved'
    answerText: string
  }[]
  paidCents: number
  heldCents: number
  retentionCents: number
  invoicedCents: number
}

/** The text that is frozen and hashed (SHA-256) when the first party signs a final account; both sign it (CON-23). */
export function canonicalFinalAccount(account: FinalAccountDocument): string {
  const { client, provider } = account.parties
  const grossCents = account.netCents + account.vatCents
  const totals = finalTotals(grossCents, account.paidCents, account.items)
  return canonicalText('groundwork-final-account 1', [
    ['final account', account.name],
    ['contract', account.contractNumber],
    ['SHA-256 of the contract', account.contractDigest],
    ['client', [partyFields(client)]],
    ['provider', [partyFields(provider)]],
    ['currency', account.currency],
    ['sum as signed', decimalText(account.signedCents)],
    [
      'change orders',
      account.changes.map(
        (change) =>
          [
            ['change order', change.name],
            ['title', change.title],
            ['gross', decimalText(change.grossCents)],
          ] as const,
      ),
    ],
    ['net', decimalText(account.netCents)],
    ['VAT', decimalText(account.vatCents)],
    ['gross', decimalText(grossCents)],
    ['delay', account.delay && [delayFields(account.delay)]],
    [
      'items',
      account.items.map(
        (item, index) =>
          [
            ['position', index + 1],
            ['claimant', item.claimant],
            ['kind', item.kind],
            ['description', item.description],
            ['amount', decimalText(item.amountCents)],
            ['outcome', item.answer],
            ['answer', item.answerText || null],
          ] as const,
      ),
    ],
    ['agreed for the provider', decimalText(totals.agreedProviderCents)],
    ['agreed for the client', decimalText(totals.agreedClientCents)],
    ['total', decimalText(totals.totalCents)],
    ['paid', decimalText(account.paidCents)],
    ['still to pay', decimalText(totals.toPayCents)],
    ['reserved by the provider', decimalText(totals.reservedProviderCents)],
    ['reserved by the client', decimalText(totals.reservedClientCents)],
    ['held in escrow', decimalText(account.heldCents)],
    ['retention', decimalText(account.retentionCents)],
    ['invoiced', decimalText(account.invoicedCents)],
  ])
}

const delayFields = (delay: NonNullable<FinalAccountDocument['delay']>) =>
  [
    ['days of extension', delay.extensionDays],
    ['ready for handover', delay.dueOn],
    ['handed over', delay.until],
    ['days', delay.days],
    ['days of delay', delay.delayedDays],
    ['days that count', delay.countedDays],
    ['daily percent', decimalText(delay.rateBp)],
    ['price', decimalText(delay.netCents)],
    [
      'taken over before',
      delay.parts.length > 0
        ? delay.parts.map(({ heldOn, netCents }) => `${heldOn}: ${decimalText(netCents)}`).join('\n')
        : null,
    ],
    ['damages', decimalText(delay.cents)],
  ] as const

const partyFields = ({ name, businessId }: FrozenParty) =>
  [
    ['name', name],
    ['business id', businessId],
  ] as const
