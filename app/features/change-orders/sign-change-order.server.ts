// verb-rule: recordChangeStep writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { identifySigner, type Signatory, type Signing } from '#app/features/contracts/sign-contract.server.ts'
import { signatureRecord } from '#app/features/contracts/signing/signature-record.server.ts'
import { requireMandate } from '#app/features/team/mandates.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { type Database, type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { changeOrderSignatures } from '#db/schema/escrow.ts'
import type { ChangeOrderStatus } from '#db/vocabulary/change-orders.ts'
import { applyChange } from './apply-change.server.ts'
import { changeOrderText, listChangeLines } from './change-order-text.server.ts'
import { changeLineNetCents, changeTotals } from './change-order-totals.ts'
import { type LoadedChangeOrder, loadChangeOrder } from './load-change-order.server.ts'
import { recordChangeStep, transitionChangeOrder } from './transition-change-order.server.ts'

type Change = {
  contractId: string
  changeOrderId: string
  /** SHA-256 of the text that the page showed. */
  expectedHash?: string | undefined
}

/**
 * What signing a change binds a company to: what it adds or what it deducts, with VAT, whichever is more. Lines that cancel each other out
 * bind as much as the larger of them.
 */
export function stakeOfChange(
  db: Database | Transaction,
  { id, vatRateBp }: { id: string; vatRateBp: number },
  { currency }: { currency: string },
): { amountCents: number; currency: string } {
  const lines = listChangeLines(db, id)
  const [added, deducted] = [1, -1].map((sign) => {
    const some = lines.filter((line) => changeLineNetCents(line) * sign > 0)
    return Math.abs(changeTotals(some, vatRateBp).grossCents)
  })
  return { amountCents: Math.max(added ?? 0, deducted ?? 0), currency }
}

/**
 * Signs a change order: its proposer thereby proposes it, and the text is frozen; the other party accepts it, and the change is in force at
 * once. Asks for the same as signing the contract does, and takes a mandate for the amount of the change.
 * @throws AppError not_found; forbidden without a verified address or a mandate; invalid for a wrong password, or another name without a
 * reason; whatever the state machine refuses
 */
export async function signChangeOrder(
  ctx: CompanyContext,
  input: Change & Signing,
): Promise<{ status: ChangeOrderStatus }> {
  requireRight(ctx, 'contracts.change')
  const signatory = await prepareChangeSignature(ctx, input)
  return { status: transact(ctx.db, (tx) => addChangeSignatures(tx, ctx, input, [signatory])) }
}

/** Checks that the actor may sign in their name, with their password. Part of the verbs that sign or ask to. */
export function prepareChangeSignature(ctx: CompanyContext, input: Change & Signing): Promise<Signatory> {
  const { change } = transact(ctx.db, (tx) => loadChangeOrder(tx, ctx, input))
  return identifySigner(ctx, input, change.proposedAt)
}

/**
 * Writes what one or two people sign for the actor's party, and what follows from it. The actor is the last of them, and their mandate
 * covers the amount. Part of a verb, inside its transaction.
 * @throws AppError not_found; forbidden without a mandate; conflict where the draft is another than the page showed, or the text does not
 * match its hash; whatever the state machine refuses
 */
export function addChangeSignatures(
  tx: Transaction,
  ctx: CompanyContext,
  input: Change,
  signatories: readonly Signatory[],
): ChangeOrderStatus {
  const loaded = loadChangeOrder(tx, ctx, input)
  const { change, contract, role } = loaded
  requireMandate(tx, ctx, 'sign', stakeOfChange(tx, change, contract))
  return role === 'proposer'
    ? propose(tx, ctx, loaded, signatories, input.expectedHash)
    : accept(tx, ctx, loaded, signatories)
}

/**
 * Refuses a signature under a draft's text other than its page showed: it was changed meanwhile, or the other party has proposed a change of
 * its own, which took its number.
 * @throws AppError conflict
 */
export function requireSeenText(hash: string, expectedHash: string | undefined): void {
  if (expectedHash !== undefined && expectedHash !== hash) throw conflict('errors:concurrentChange')
}

function propose(
  tx: Transaction,
  ctx: CompanyContext,
  loaded: LoadedChangeOrder,
  signatories: readonly Signatory[],
  expectedHash: string | undefined,
): ChangeOrderStatus {
  const { change, contract } = loaded
  const { text, hash, number } = changeOrderText(tx, contract, change)
  if (change.status === 'draft') requireSeenText(hash, expectedHash)
  const set = { number, documentText: text, documentHash: hash, proposedAt: ctx.now }
  const after = transitionChangeOrder(tx, ctx, loaded, { action: 'propose', set })
  const signatures = insertSignatures(tx, ctx, loaded, signatories, hash)
  recordChangeStep(tx, ctx, loaded, after, { action: 'propose', more: { signatures } })
  return after.status
}

function accept(
  tx: Transaction,
  ctx: CompanyContext,
  loaded: LoadedChangeOrder,
  signatories: readonly Signatory[],
): ChangeOrderStatus {
  const { change, contract } = loaded
  const { documentText, documentHash } = change
  if (!documentText || !documentHash || sha256(documentText) !== documentHash)
    throw conflict('contracts:refused.textChanged')
  if (change.status !== 'proposed') {
    // Refuses with the machine's own reason.
    transitionChangeOrder(tx, ctx, loaded, { action: 'accept' })
  }
  // Signed before it is accepted: a trigger accepts a change only with the signatures of both parties.
  const signatures = insertSignatures(tx, ctx, loaded, signatories, documentHash)
  const after = transitionChangeOrder(tx, ctx, loaded, { action: 'accept', set: { decidedAt: ctx.now } })
  const applied = applyChange(tx, ctx, contract, after)
  recordChangeStep(tx, ctx, loaded, after, { action: 'accept', more: { signatures, ...applied } })
  return after.status
}

function insertSignatures(
  tx: Transaction,
  ctx: CompanyContext,
  { change, party }: LoadedChangeOrder,
  signatories: readonly Signatory[],
  documentHash: string,
) {
  const of = { changeOrderId: change.id, party, companyId: ctx.company.id, documentHash }
  const signatures = signatories.map((signatory, at) => {
    const signature = { ...of, accountSource: 'signing' as const, ...signatory, ordinal: at + 1 }
    return { id: newId(), ...signature, recordHash: sha256(signatureRecord(signature)) }
  })
  for (const signature of signatures) tx.insert(changeOrderSignatures).values(signature).run()
  return signatures
}
