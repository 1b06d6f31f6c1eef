// verb-rule: recordHandoverStep writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { identifySigner, type Signatory, type Signing } from '#app/features/contracts/sign-contract.server.ts'
import { signatureRecord } from '#app/features/contracts/signing/signature-record.server.ts'
import { requireMandate } from '#app/features/team/mandates.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { handoverSignatures } from '#db/schema/handover.ts'
import type { HandoverStatus } from '#db/vocabulary/handover.ts'
import { handoverDates, handoverText } from './handover-text.server.ts'
import {
  handoverFacts,
  type LoadedHandover,
  loadHandover,
  moveHandover,
  recordHandoverStep,
  stakeOfHandover,
} from './load-handover.server.ts'

type Input = {
  contractId: string
  /** The latest unless given. */
  number?: number | undefined
  /** The version (`updatedAt`) that the page showed. */
  expectedVersion?: number | undefined
}

/**
 * Signs a handover protocol: the first party thereby freezes its text, and the second puts it in force. Asks for the same as signing the
 * contract does, and a mandate to sign for the sum of the contract to date, or of the part: it begins the warranty time, and settles what can still be claimed.
 * @throws AppError not_found; forbidden without a verified address or the mandate; invalid for a wrong password, or another name without a reason; conflict
 * where it is another than the page showed; whatever the state machine refuses
 */
export async function signHandover(ctx: CompanyContext, input: Input & Signing): Promise<{ status: HandoverStatus }> {
  requireRight(ctx, 'contracts.handover')
  const { handover } = transact(ctx.db, (tx) => {
    const loaded = loadHandover(tx, ctx, input.contractId, input.number)
    requireMandate(tx, ctx, 'sign', stakeOfHandover(tx, loaded.contract, loaded.handover))
    return loaded
  })
  const signatory = await identifySigner(ctx, input, handover.proposedAt)
  return { status: transact(ctx.db, (tx) => addSignature(tx, ctx, input, signatory)) }
}

function addSignature(tx: Transaction, ctx: CompanyContext, input: Input, signatory: Signatory): HandoverStatus {
  const loaded = loadHandover(tx, ctx, input.contractId, input.number)
  const { handover, contract } = loaded
  requireMandate(tx, ctx, 'sign', stakeOfHandover(tx, contract, handover))
  requireSeen(handover.updatedAt, input.expectedVersion)
  if (handover.status === 'called') {
    const { text, hash } = handoverText(tx, contract, handover)
    const { warrantyUntil } = handoverDates(tx, contract, handover)
    const set = { documentText: text, documentHash: hash, warrantyUntil, proposedAt: ctx.now }
    const after = moveHandover(tx, ctx, loaded, { action: 'propose', set })
    const signature = insertSignature(tx, ctx, loaded, signatory, hash)
    recordHandoverStep(tx, ctx, loaded, after, { step: 'propose', more: { signature } })
    return after.status
  }
  const { documentText, documentHash } = handover
  if (!documentText || !documentHash || sha256(documentText) !== documentHash)
    throw conflict('contracts:refused.textChanged')
  const facts = handoverFacts(tx, handover, loaded.party)
  // A party signs once. Signed before it is in force: a trigger wants the signatures of both.
  const signature = facts.hasSigned ? null : insertSignature(tx, ctx, loaded, signatory, documentHash)
  const after = moveHandover(tx, ctx, loaded, { action: 'sign', facts, set: { decidedAt: ctx.now } })
  recordHandoverStep(tx, ctx, loaded, after, { step: 'sign', more: { signature } })
  return after.status
}

function insertSignature(
  tx: Transaction,
  ctx: CompanyContext,
  { handover, party }: LoadedHandover,
  signatory: Signatory,
  documentHash: string,
) {
  const of = { handoverId: handover.id, party, companyId: ctx.company.id, documentHash }
  const signature = { ...of, accountSource: 'signing' as const, ...signatory, ordinal: 1 }
  const row = { id: newId(), ...signature, recordHash: sha256(signatureRecord(signature)) }
  tx.insert(handoverSignatures).values(row).run()
  return row
}
