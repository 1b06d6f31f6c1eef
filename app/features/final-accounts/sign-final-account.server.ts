// verb-rule: recordFinalAccountStep writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { contractSumOf } from '#app/features/change-orders/contract-sum.server.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { identifySigner, type Signatory, type Signing } from '#app/features/contracts/sign-contract.server.ts'
import { signatureRecord } from '#app/features/contracts/signature-record.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { requireMandate } from '#app/features/team/mandates.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { finalAccountSignatures } from '#db/schema/final-accounts.ts'
import type { FinalAccountStatus } from '#db/vocabulary/final-accounts.ts'
import { finalAccountRight } from './final-account.ts'
import { finalAccountText } from './final-account-text.server.ts'
import {
  hasSignedFinalAccount,
  type LoadedFinalAccount,
  loadFinalAccount,
  moveFinalAccount,
  recordFinalAccountStep,
} from './load-final-account.server.ts'

type Input = {
  contractId: string
  /** The version (`updatedAt`) that the page showed. */
  expectedVersion?: number | undefined
}

/**
 * Signs a final account: the first party thereby freezes its text with the figures of that moment, and the second puts it in force. Asks for
 * the same as signing the contract does, and a mandate to sign for the sum of the contract to date.
 * @throws AppError not_found; forbidden without a verified address or the mandate; invalid for a wrong password, or another name without a
 * reason; conflict where it is another than the page showed; whatever the state machine refuses
 */
export async function signFinalAccount(
  ctx: CompanyContext,
  input: Input & Signing,
): Promise<{ status: FinalAccountStatus }> {
  requireRight(ctx, finalAccountRight)
  const { account } = transact(ctx.db, (tx) => {
    const loaded = loadFinalAccount(tx, ctx, input.contractId)
    requireStake(tx, ctx, loaded.contract)
    return loaded
  })
  const signatory = await identifySigner(ctx, input, account.proposedAt)
  return { status: transact(ctx.db, (tx) => addSignature(tx, ctx, input, signatory)) }
}

const requireStake = (tx: Transaction, ctx: CompanyContext, { id, currency, grossCents }: ContractRow) =>
  requireMandate(tx, ctx, 'sign', { amountCents: contractSumOf(tx, id)?.toDate.grossCents ?? grossCents, currency })

function addSignature(tx: Transaction, ctx: CompanyContext, input: Input, signatory: Signatory): FinalAccountStatus {
  const loaded = loadFinalAccount(tx, ctx, input.contractId)
  const { account, contract, party } = loaded
  requireStake(tx, ctx, contract)
  requireSeen(account.updatedAt, input.expectedVersion)
  if (account.status === 'draft') {
    const { text, hash, figures } = finalAccountText(tx, contract, account)
    const set = { ...figures, documentText: text, documentHash: hash, proposedAt: ctx.now }
    const after = moveFinalAccount(tx, ctx, loaded, { action: 'propose', set })
    const signature = insertSignature(tx, ctx, loaded, signatory, hash)
    recordFinalAccountStep(tx, ctx, loaded, after, { step: 'propose', more: { signature } })
    return after.status
  }
  const { documentText, documentHash } = account
  if (!documentText || !documentHash || sha256(documentText) !== documentHash)
    throw conflict('contracts:refused.textChanged')
  const hasSigned = hasSignedFinalAccount(tx, account.id, party)
  // A party signs once. Signed before it is in force: a trigger wants the signatures of both.
  const signature = hasSigned ? null : insertSignature(tx, ctx, loaded, signatory, documentHash)
  const after = moveFinalAccount(tx, ctx, loaded, { action: 'sign', hasSigned, set: { decidedAt: ctx.now } })
  recordFinalAccountStep(tx, ctx, loaded, after, { step: 'sign', more: { signature } })
  return after.status
}

function insertSignature(
  tx: Transaction,
  ctx: CompanyContext,
  { account, party }: LoadedFinalAccount,
  signatory: Signatory,
  documentHash: string,
) {
  const of = { finalAccountId: account.id, party, companyId: ctx.company.id, documentHash }
  const signature = { ...of, accountSource: 'signing' as const, ...signatory, ordinal: 1 }
  const row = { id: newId(), ...signature, recordHash: sha256(signatureRecord(signature)) }
  tx.insert(finalAccountSignatures).values(row).run()
  return row
}
