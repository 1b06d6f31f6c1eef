import { decimalText, sumCents } from '#app/platform/money.ts'
import { canonicalText } from '#app/platform/text/canonical-text.ts'
import type { LedgerAccountKind, LedgerPostingKind } from '#db/vocabulary/escrow.ts'

type OfContract = {
  contractId: string
  /** SHA-256 of the contract's text; null before it was sent. */
  contractHash: string | null
}

/** A step of a contract or of one of its milestones. */
export type Step = {
  id: string
  milestone: { id: string; position: number; title: string } | null
  action: string
  fromStatus: string
  toStatus: string
  /** The account; null for the system. */
  actorId: string | null
  note: string | null
  /** UTC ms. */
  at: number
  /** What was delivered with it. */
  files: readonly { name: string; sha256: string }[]
}

/** The text of a step as its rows give it. It names the step before by its hash, so that none can be left out or changed alone. */
export const stepText = (step: Step, { contractId, contractHash }: OfContract, before: string | null): string =>
  canonicalText('groundwork-step 1', [
    ['contract', contractId],
    ['SHA-256 of the contract', contractHash],
    ['step', step.id],
    ['milestone', step.milestone?.id ?? null],
    ['position', step.milestone?.position ?? null],
    ['title', step.milestone?.title ?? null],
    ['action', step.action],
    ['from', step.fromStatus],
    ['to', step.toStatus],
    ['account', step.actorId],
    ['note', step.note],
    ['at', new Date(step.at).toISOString()],
    [
      'files',
      step.files.map(
        ({ name, sha256 }) =>
          [
            ['name', name],
            ['SHA-256', sha256],
          ] as const,
      ),
    ],
    ['SHA-256 of the step before', before],
  ])

/** A posting of the ledger. Amounts in cents: debits are positive, credits negative. */
export type Posting = {
  id: string
  kind: LedgerPostingKind
  milestoneId: string | null
  actorId: string | null
  currency: string
  /** UTC ms. */
  at: number
  entries: readonly { account: LedgerAccountKind; ownerId: string; amountCents: number }[]
}

/** What escrow holds for a contract, in cents; `heldCents` is without the retention. */
export type Held = { heldCents: number; retainedCents: number }

/** What is held after a posting. Held accounts are liabilities, which grow by credits. */
export function heldAfter({ heldCents, retainedCents }: Held, { entries }: Pick<Posting, 'entries'>): Held {
  const of = (account: LedgerAccountKind) =>
    sumCents(entries.flatMap((entry) => (entry.account === account ? [entry.amountCents] : [])))
  return { heldCents: heldCents - of('escrow_held'), retainedCents: retainedCents - of('retention_held') }
}

/** The text of a posting as its rows give it, with what is held after it. It names the posting before and the step that it belongs to. */
export const postingText = (
  posting: Posting,
  { contractId, contractHash }: OfContract,
  { held, step, before }: { held: Held; step: string | null; before: string | null },
): string =>
  canonicalText('groundwork-posting 1', [
    ['contract', contractId],
    ['SHA-256 of the contract', contractHash],
    ['posting', posting.id],
    ['kind', posting.kind],
    ['milestone', posting.milestoneId],
    ['account', posting.actorId],
    ['at', new Date(posting.at).toISOString()],
    ['currency', posting.currency],
    [
      'entries',
      posting.entries.map(
        ({ account, ownerId, amountCents }) =>
          [
            ['account', account],
            ['owner', ownerId],
            ['amount', decimalText(amountCents)],
          ] as const,
      ),
    ],
    ['held after', decimalText(held.heldCents)],
    ['retained after', decimalText(held.retainedCents)],
    ['SHA-256 of the step', step],
    ['SHA-256 of the posting before', before],
  ])
