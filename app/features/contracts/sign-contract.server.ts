import { asc, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireQuota } from '#app/features/accounts/quotas.server.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { type Settlement, settleBids } from '#app/features/bids/settle-bids.server.ts'
import { signatureRecord } from '#app/features/contracts/signing/signature-record.server.ts'
import { transitionProject } from '#app/features/projects/transition-project.server.ts'
import { requireStillQualified } from '#app/features/qualifications/bid-qualification.server.ts'
import type { AddressField } from '#app/features/team/company-address.ts'
import { completeCompanyAddress } from '#app/features/team/complete-company-address.server.ts'
import { requireMandate } from '#app/features/team/mandates.server.ts'
import { conflict, forbidden, invalid } from '#app/platform/errors.ts'
import { isSameName } from '#app/platform/text/is-same-name.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contractSignatures } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import type { AuthorityBasis, ContractStatus } from '#db/vocabulary/contracts.ts'
import { contractEvent } from './contract-events.server.ts'
import { fundingReference } from './contract-number.server.ts'
import { sha256 } from './contract-text.server.ts'
import { nameAtSending } from './signer-names.server.ts'
import { type ContractRow, loadContract, transitionContract } from './transition-contract.server.ts'

/** Somebody who signs for a party, with what is kept of it. */
export type Signatory = {
  userId: string
  typedName: string
  /** Why that is not the name that the account had when the contract was sent; null where it is. */
  nameReason: string | null
  accountName: string
  accountEmail: string
  /** Their role in the company, and what lets them bind it. */
  jobTitle: string | null
  authority: AuthorityBasis | null
  /** What they drew by hand (`drawing.ts`), if they did. */
  drawing: string | null
  ip: string | null
  userAgent: string | null
  /** UTC ms. */
  signedAt: number
}

/** What whoever signs enters. */
export type Signing = {
  typedName: string
  nameReason?: string | null | undefined
  jobTitle?: string | null | undefined
  authority?: AuthorityBasis | null | undefined
  drawing?: string | null | undefined
  password: string
}
type Address = Partial<Record<AddressField, string | undefined>>

/**
 * Signs the document for one party. Requires a verified address, the password and a typed name, and a reason if that is not the
 * account's name when the contract was sent; stores account, time, IP address, browser and the document's hash, and fills in missing fields of the company's
 * address for its invoices. The second party's signature activates the contract, the project and the winning bid.
 * @throws AppError forbidden without a verified address, whatever the settings, and without a mandate for the contract's sum; invalid for a wrong password, or another name
 * without a reason
 */
export async function signContract(
  ctx: CompanyContext,
  input: { contractId: string } & Signing & Address,
): Promise<{ status: ContractStatus }> {
  requireRight(ctx, 'contracts.sign')
  const signatory = await prepareSignature(ctx, input)
  return { status: transact(ctx.db, (tx) => addSignatures(tx, ctx, input, [signatory])) }
}

/**
 * Checks that the actor may sign in their name, with their password; the mandate is checked with the signature. Part of the verbs
 * that sign or ask to.
 * @throws AppError not_found; forbidden without a verified address; invalid for a wrong password, or another name without a reason
 */
export async function prepareSignature(
  ctx: CompanyContext,
  input: { contractId: string } & Signing,
): Promise<Signatory> {
  const { sentAt } = transact(ctx.db, (tx) => loadContract(tx, ctx, input.contractId)).contract
  return identifySigner(ctx, input, sentAt)
}

/**
 * Identifies whoever signs a document, by their password and the name that their account had when it was sent.
 * @param sentAt UTC ms; null for a document that its signer sends
 * @throws AppError forbidden without a verified address; invalid for a wrong password, or another name without a reason
 */
export async function identifySigner(ctx: CompanyContext, input: Signing, sentAt: number | null): Promise<Signatory> {
  if (!ctx.actor.emailVerified) throw forbidden('errors:verifyEmailFirst')
  const isOwnName = isSameName(input.typedName, nameAtSending(ctx.db, ctx.actor, sentAt))
  const nameReason = isOwnName ? null : input.nameReason?.trim() || null
  if (!isOwnName && nameReason === null) throw invalid('contracts:invalid.nameReason', { field: 'nameReason' })
  await requirePassword(ctx, input.password)
  const { id: userId, name: accountName, email: accountEmail } = ctx.actor
  const { ip, userAgent, now: signedAt } = ctx
  const { typedName, jobTitle = null, authority = null, drawing = null } = input
  const by = { userId, typedName, nameReason, accountName, accountEmail, jobTitle, authority, drawing }
  return { ...by, ip, userAgent, signedAt }
}

/**
 * Writes what one or two people sign for the actor's party. The actor is the last of them, and their mandate covers the sum. Part of a
 * verb, inside its transaction.
 * @throws AppError not_found; forbidden without a mandate; whatever the state machine refuses
 */
export function addSignatures(
  tx: Transaction,
  ctx: CompanyContext,
  input: { contractId: string } & Address,
  signatories: readonly Signatory[],
): ContractStatus {
  const { contract, party } = loadContract(tx, ctx, input.contractId)
  requireMandate(tx, ctx, 'sign', { amountCents: contract.grossCents, currency: contract.currency })
  requireStillQualified(tx, ctx, contract.projectId)
  const isSecond = contract.status === 'partially_signed'
  const set = isSecond ? { activatedAt: ctx.now } : {}
  // The second party's signature makes the contract active for both parties.
  const counted = isSecond ? [contract.clientCompanyId, contract.providerCompanyId] : [ctx.company.id]
  for (const companyId of counted) requireQuota(tx, ctx, 'active_contracts', companyId)
  const status = transitionContract(tx, ctx, contract, { action: 'sign', role: party, set })
  const { documentText, documentHash } = contract
  if (!documentText || !documentHash || sha256(documentText) !== documentHash)
    throw conflict('contracts:refused.textChanged')
  completeCompanyAddress(tx, ctx, input)
  const of = {
    contractId: contract.id,
    party,
    companyId: ctx.company.id,
    accountSource: 'signing' as const,
    documentHash,
  }
  const signatures = signatories.map((signatory, at) => {
    const signature = { ...of, ...signatory, ordinal: at + 1 }
    return { id: newId(), ...signature, recordHash: sha256(signatureRecord(signature)) }
  })
  for (const signature of signatures) tx.insert(contractSignatures).values(signature).run()
  const settlement = status === 'active' ? activate(tx, ctx, contract) : null
  appendAudit(tx, ctx, {
    action: 'contract.sign',
    subject: { type: 'contract', id: contract.id },
    before: { status: contract.status },
    after: { status, signatures },
    detail: { documentHash, party, signatories: signatories.map(({ userId }) => userId).join(' ') },
  })
  const event = contractEvent(ctx, contract)
  if (settlement) recordEvent(tx, ctx, 'contract.activated', { ...event, settlement })
  else recordEvent(tx, ctx, 'contract.signed', event)
  return status
}

/** Everything that follows from the second signature, in its transaction. */
function activate(tx: Transaction, ctx: CompanyContext, contract: ContractRow): Settlement {
  const rows = tx
    .select()
    .from(milestones)
    .where(eq(milestones.contractId, contract.id))
    .orderBy(asc(milestones.position))
    .all()
  for (const { id, position } of rows) {
    const reference = contract.paymentMethod === 'secure_escrow' ? fundingReference(contract.number, position) : null
    tx.update(milestones).set({ fundingReference: reference, updatedAt: ctx.now }).where(eq(milestones.id, id)).run()
  }
  transitionProject(tx, ctx, contract.projectId, 'activate')
  return settleBids(tx, ctx, contract.projectId)
}
