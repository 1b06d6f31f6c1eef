import { and, desc, eq } from 'drizzle-orm'
import type { FinalAccountEvent } from '#app/event-payloads.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { contractEvent } from '#app/features/contracts/contract-events.server.ts'
import { type ContractRow, loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { finalAccountSignatures, finalAccounts } from '#db/schema/final-accounts.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import { type FinalAccountAction, finalAccountMachine } from './final-account.ts'
import type { FinalAccountRow } from './final-account-text.server.ts'

export type LoadedFinalAccount = { account: FinalAccountRow; contract: ContractRow; party: ContractParty }

/** The latest final account of a contract. Checks no right: the caller has. */
export const latestFinalAccount = (db: Database | Transaction, contractId: string): FinalAccountRow | null =>
  db
    .select()
    .from(finalAccounts)
    .where(eq(finalAccounts.contractId, contractId))
    .orderBy(desc(finalAccounts.number))
    .limit(1)
    .get() ?? null

/**
 * Loads the latest final account of a contract with the actor's side of it.
 * @throws AppError not_found, for strangers too, and where none was begun
 */
export function loadFinalAccount(tx: Transaction, ctx: CompanyContext, contractId: string): LoadedFinalAccount {
  const { contract, party } = loadContract(tx, ctx, contractId)
  const account = latestFinalAccount(tx, contractId)
  if (!account) throw notFound()
  return { account, contract, party }
}

/** Whether a party has signed a final account. Checks no right: the caller has. */
export const hasSignedFinalAccount = (db: Database | Transaction, accountId: string, party: ContractParty): boolean =>
  db
    .select({ id: finalAccountSignatures.id })
    .from(finalAccountSignatures)
    .where(and(eq(finalAccountSignatures.finalAccountId, accountId), eq(finalAccountSignatures.party, party)))
    .get() !== undefined

/**
 * Applies a step of the state machine. Part of a verb, inside its transaction. Returns the updated row.
 * @throws AppError when the machine refuses, or a concurrent change came first
 */
export function moveFinalAccount(
  tx: Transaction,
  ctx: CompanyContext,
  { account, party }: LoadedFinalAccount,
  step: { action: FinalAccountAction; reason?: string; set?: Partial<FinalAccountRow>; hasSigned?: boolean },
): FinalAccountRow {
  const { action, reason, set } = step
  const hasSigned = step.hasSigned ?? hasSignedFinalAccount(tx, account.id, party)
  const outcome = finalAccountMachine.next(account.status, action, party, { hasSigned, reason: reason ?? null })
  if (!outcome.ok) {
    if (outcome.reason === 'finalaccount:refused.reasonNeeded') throw invalid(outcome.reason, { field: 'reason' })
    throw conflict(outcome.reason)
  }
  const updated = tx
    .update(finalAccounts)
    .set({ ...set, status: outcome.to, updatedAt: ctx.now })
    .where(and(eq(finalAccounts.id, account.id), eq(finalAccounts.status, account.status)))
    .returning()
    .get()
  if (!updated) throw conflict('errors:concurrentChange')
  return updated
}

/** Audits a step under the contract, and tells the other party. Part of a verb. */
export function recordFinalAccountStep(
  tx: Transaction,
  ctx: CompanyContext,
  { contract, account }: LoadedFinalAccount,
  after: FinalAccountRow,
  { step, more = {} }: { step: FinalAccountEvent['step']; more?: Record<string, unknown> },
): void {
  appendAudit(tx, ctx, {
    action: `contract.${step}_final_account`,
    subject: { type: 'contract', id: contract.id },
    before: { account },
    after: { account: after, ...more },
    detail: { finalAccount: after.id, number: after.number, status: after.status, documentHash: after.documentHash },
  })
  recordEvent(tx, ctx, 'contract.final_account', { ...contractEvent(ctx, contract), step })
}
