import { asc, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireQuota } from '#app/features/accounts/quotas.server.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { type Settlement, settleBids } from '#app/features/bids/settle-bids.server.ts'
import { transitionProject } from '#app/features/projects/transition-project.server.ts'
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
import type { ContractStatus } from '#db/vocabulary/contracts.ts'
import { contractEvent } from './contract-events.server.ts'
import { fundingReference } from './contract-number.server.ts'
import { sha256 } from './contract-text.server.ts'
import { nameAtSending } from './signer-names.server.ts'
import { type ContractRow, loadContract, transitionContract } from './transition-contract.server.ts'

/**
 * Signs the document for one party. Requires a verified address, the password and a typed name, and a reason if that is not the
 * account's name when the contract was sent; stores account, time, IP address, browser and the document's hash, and fills in missing fields of the company's
 * address for its invoices. The second signature activates the contract, the project and the winning bid.
 * @throws AppError forbidden without a verified address, whatever the settings, and without a mandate for the contract's sum; invalid for a wrong password, or another name
 * without a reason
 */
export async function signContract(
  ctx: CompanyContext,
  input: { contractId: string; typedName: string; nameReason?: string | null; password: string } & Partial<
    Record<AddressField, string | undefined>
  >,
): Promise<{ status: ContractStatus }> {
  requireRight(ctx, 'contracts.sign')
  if (!ctx.actor.emailVerified) throw forbidden('errors:verifyEmailFirst')
  const { sentAt } = transact(ctx.db, (tx) => loadContract(tx, ctx, input.contractId)).contract
  const isOwnName = isSameName(input.typedName, nameAtSending(ctx.db, ctx.actor, sentAt))
  const nameReason = isOwnName ? null : input.nameReason?.trim() || null
  if (!isOwnName && nameReason === null) throw invalid('contracts:invalid.nameReason', { field: 'nameReason' })
  await requirePassword(ctx, input.password)
  const status = transact(ctx.db, (tx) => {
    const { contract, party } = loadContract(tx, ctx, input.contractId)
    requireMandate(tx, ctx, 'sign', { amountCents: contract.grossCents, currency: contract.currency })
    const isSecond = contract.status === 'partially_signed'
    const set = isSecond ? { activatedAt: ctx.now } : {}
    // The second signature makes the contract active for both parties.
    const counted = isSecond ? [contract.clientCompanyId, contract.providerCompanyId] : [ctx.company.id]
    for (const companyId of counted) requireQuota(tx, ctx, 'active_contracts', companyId)
    const status = transitionContract(tx, ctx, contract, { action: 'sign', role: party, set })
    const { documentText, documentHash } = contract
    if (!documentText || !documentHash || sha256(documentText) !== documentHash)
      throw conflict('contracts:refused.textChanged')
    completeCompanyAddress(tx, ctx, input)
    const signature = {
      id: newId(),
      contractId: contract.id,
      party,
      companyId: ctx.company.id,
      userId: ctx.actor.id,
      typedName: input.typedName,
      accountName: ctx.actor.name,
      accountEmail: ctx.actor.email,
      accountSource: 'signing' as const,
      nameReason,
      documentHash,
      ip: ctx.ip,
      userAgent: ctx.userAgent,
      signedAt: ctx.now,
    }
    tx.insert(contractSignatures).values(signature).run()
    const settlement = status === 'active' ? activate(tx, ctx, contract) : null
    appendAudit(tx, ctx, {
      action: 'contract.sign',
      subject: { type: 'contract', id: contract.id },
      before: { status: contract.status },
      after: { status, signature },
      detail: { documentHash, party },
    })
    recordEvent(tx, ctx, 'contract.signed', contractEvent(ctx, contract))
    if (settlement) recordEvent(tx, ctx, 'contract.activated', { ...contractEvent(ctx, contract), settlement })
    return status
  })
  return { status }
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
