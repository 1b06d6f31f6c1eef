// verb-rule: recordFinalAccountStep writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { contractSumOf } from '#app/features/change-orders/contract-sum.server.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { identifySigner, type Signatory, type Signing } from '#app/features/contracts/sign-contract.server.ts'
import { signatureRecord } from '#app/features/contracts/signing/signature-record.server.ts'
import { requireMandate } from '#app/features/team/mandates.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { finalAccountSignatures } from '#db/schema/final-accounts.ts'
import type { FinalAccountStatus } from '#db/vocabulary/final-accounts.ts'
import { finalAccountRight, finalTotals } from './final-account.ts'
import { delayAboveTerms, finalAccountText, listFinalItems } from './final-account-text.server.ts'
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
  /** SHA-256 of the text that the page showed: until one has signed, its figures follow the contract. */
  expectedHash?: string | undefined
}

/**
 * Signs a final account: the first party thereby freezes its text with the figures of that moment, and the second puts it in force. Asks for
 * the same as signing the contract does, and a mandate to sign for the sum of the contract to date with what is agreed beside it.
 * @throws AppError not_found; forbidden without a verified address or the mandate; invalid for a wrong password, another name without a
 * reason, or delay damages above what the terms come to by now; conflict where it is another than the page showed; whatever the state
 * machine refuses
 */
export async function signFinalAccount(
  ctx: CompanyContext,
  input: Input & Signing,
): Promise<{ status: FinalAccountStatus }> {
  requireRight(ctx, finalAccountRight)
  const { account } = transact(ctx.db, (tx) => {
    const loaded = loadFinalAccount(tx, ctx, input.contractId)
    requireStake(tx, ctx, loaded)
    return loaded
  })
  const signatory = await identifySigner(ctx, input, account.proposedAt)
  return { status: transact(ctx.db, (tx) => addSignature(tx, ctx, input, signatory)) }
}

/** It binds to the contract with what is agreed for the provider, or to what is agreed for the client, whichever is more. */
function requireStake(tx: Transaction, ctx: CompanyContext, { account, contract }: LoadedFinalAccount): void {
  const grossCents = contractSumOf(tx, contract.id)?.toDate.grossCents ?? contract.grossCents
  const { agreedProviderCents, agreedClientCents } = finalTotals(grossCents, 0, listFinalItems(tx, account.id))
  const amountCents = Math.max(grossCents + agreedProviderCents, agreedClientCents)
  requireMandate(tx, ctx, 'sign', { amountCents, currency: contract.currency })
}

function addSignature(tx: Transaction, ctx: CompanyContext, input: Input, signatory: Signatory): FinalAccountStatus {
  const loaded = loadFinalAccount(tx, ctx, input.contractId)
  const { account, contract, party } = loaded
  requireStake(tx, ctx, loaded)
  requireSeen(account.updatedAt, input.expectedVersion)
  if (account.status === 'draft') {
    const { text, hash, figures, items } = finalAccountText(tx, contract, account)
    if (input.expectedHash !== undefined && input.expectedHash !== hash) throw conflict('errors:concurrentChange')
    const above = delayAboveTerms(tx, contract, items)
    if (above) throw invalid('finalaccount:invalid.delayTooHigh', { params: above.params })
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
