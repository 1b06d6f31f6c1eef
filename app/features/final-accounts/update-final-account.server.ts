import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { contractEvent } from '#app/features/contracts/contract-events.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { finalAccountItems } from '#db/schema/final-accounts.ts'
import type { FinalItemAnswer, FinalItemKind } from '#db/vocabulary/final-accounts.ts'
import { finalAccountRight } from './final-account.ts'
import { delayAboveTerms, type FinalItemRow, listFinalItems } from './final-account-text.server.ts'
import { type LoadedFinalAccount, loadFinalAccount, moveFinalAccount } from './load-final-account.server.ts'

export type FinalAccountContent = {
  /** What the acting party claims, all of it. */
  items: readonly { kind: FinalItemKind; description: string; amountCents: number }[]
  /** What it says of the other's items, by their id; the others stay as they were answered. */
  answers: readonly { id: string; answer: FinalItemAnswer; answerText: string }[]
}
type Input = FinalAccountContent & {
  contractId: string
  submissionId?: string | undefined
  expectedVersion?: number | undefined
}
type Updated = { updatedAt: number }

/**
 * Writes a party's part of a final account that nobody has signed: its own items, and what it says of the other's. An own item that is
 * changed loses the other's answer. The other party is told when it was not the same one that wrote before.
 * @throws AppError not_found; conflict when somebody else has changed it in the meantime, or once one has signed; invalid for delay damages
 * of the provider, or above what the contract's terms come to
 */
export function updateFinalAccount(ctx: CompanyContext, input: Input): Updated {
  requireRight(ctx, finalAccountRight)
  return transact(ctx.db, (tx) => {
    const loaded = loadFinalAccount(tx, ctx, input.contractId)
    return withIdempotencyKey(
      tx,
      ctx,
      { verb: 'updateFinalAccount', input, otherContent: 'replace' },
      (earlier: Updated | null) => {
        requireUnchanged(loaded.account.updatedAt, input.expectedVersion, earlier?.updatedAt)
        requireDelay(tx, loaded, input.items)
        const after = moveFinalAccount(tx, ctx, loaded, { action: 'edit', set: { writtenBy: loaded.party } })
        const before = listFinalItems(tx, after.id)
        replaceItems(tx, loaded, before, input)
        appendAudit(tx, ctx, {
          action: 'final_account.update',
          subject: { type: 'contract', id: input.contractId },
          before: { account: loaded.account, items: before },
          after: { account: after, items: listFinalItems(tx, after.id) },
        })
        if (loaded.account.writtenBy !== loaded.party)
          recordEvent(tx, ctx, 'contract.final_account', { ...contractEvent(ctx, loaded.contract), step: 'write' })
        return { updatedAt: ctx.now }
      },
    )
  })
}

function requireDelay(tx: Transaction, { contract, party }: LoadedFinalAccount, items: Input['items']): void {
  const byProvider = party === 'provider' ? items.findIndex(({ kind }) => kind === 'delay_damages') : -1
  if (byProvider >= 0) throw invalid('finalaccount:invalid.delayByClient', { field: `items[${byProvider}].kind` })
  const above = delayAboveTerms(tx, contract, items)
  if (!above) return
  const { index, params } = above
  throw invalid('finalaccount:invalid.delayTooHigh', { field: `items[${index}].amount`, params })
}

function replaceItems(
  tx: Transaction,
  { account, party }: LoadedFinalAccount,
  before: readonly FinalItemRow[],
  { items, answers }: FinalAccountContent,
): void {
  const { id: itemId } = finalAccountItems
  for (const { id, claimant } of before)
    if (claimant === party) tx.delete(finalAccountItems).where(eq(itemId, id)).run()
  // Each answer is to one claim: a second one like it has none.
  const answered = new Set<string>()
  for (const [position, item] of items.entries()) {
    const same = before.find(
      (one) =>
        !answered.has(one.id) &&
        one.claimant === party &&
        one.kind === item.kind &&
        one.description === item.description &&
        one.amountCents === item.amountCents,
    )
    if (same) answered.add(same.id)
    const { answer, answerText } = same ?? { answer: 'reserved' as const, answerText: '' }
    const row = { ...item, id: newId(), finalAccountId: account.id, claimant: party, position, answer, answerText }
    tx.insert(finalAccountItems).values(row).run()
  }
  for (const { id, answer, answerText } of answers)
    if (before.some((one) => one.id === id && one.claimant !== party))
      tx.update(finalAccountItems).set({ answer, answerText }).where(eq(itemId, id)).run()
}
