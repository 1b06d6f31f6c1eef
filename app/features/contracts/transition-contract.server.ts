import { and, eq, or } from 'drizzle-orm'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { requireProjectRole } from '#app/features/projects/members/role-on-project.server.ts'
import { findStandstill } from '#app/features/standstill/find-standstill.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { contractSignatures, contracts } from '#db/schema/contracts.ts'
import type { ContractParty, ContractStatus } from '#db/vocabulary/contracts.ts'
import { type ContractAction, type ContractRole, contractMachine } from './contract.ts'
import { addContractStep } from './contract-events.server.ts'

export type ContractRow = typeof contracts.$inferSelect

/** Which party a company is; the provider sees a contract only once it was sent. */
export function findParty(contract: ContractRow, companyId: string): ContractParty | null {
  if (contract.clientCompanyId === companyId) return 'client'
  return contract.providerCompanyId === companyId && contract.sentAt !== null ? 'provider' : null
}

/**
 * Loads a contract with the actor's side of it, for a verb.
 * @throws AppError not_found, for strangers too; forbidden by the role on the project (PROJ-26)
 */
export function loadContract(
  tx: Transaction,
  ctx: CompanyContext,
  id: string,
): { contract: ContractRow; party: ContractParty } {
  const mine = or(eq(contracts.clientCompanyId, ctx.company.id), eq(contracts.providerCompanyId, ctx.company.id))
  const contract = tx
    .select()
    .from(contracts)
    .where(and(eq(contracts.id, id), mine))
    .get()
  const party = contract && findParty(contract, ctx.company.id)
  if (!party) throw notFound()
  requireProjectRole(tx, ctx, contract.projectId, 'contracts')
  return { contract, party }
}

export function hasSigned(tx: Database | Transaction, contractId: string, party: ContractRole): boolean {
  const { id } = contractSignatures
  const rows = tx.select({ id, party: contractSignatures.party }).from(contractSignatures)
  return rows
    .where(eq(contractSignatures.contractId, contractId))
    .all()
    .some((row) => row.party === party)
}

type Step = {
  action: ContractAction
  role: ContractRole
  reason?: string
  openMilestones?: number
  /** Other columns to update with the state. */
  set?: Partial<typeof contracts.$inferInsert>
}

/**
 * Applies a transition of the state machine and stores who did it and why. Part of a verb, inside its transaction.
 * @throws AppError when the machine refuses, or a concurrent change came first
 */
export function transitionContract(tx: Transaction, ctx: Context, contract: ContractRow, step: Step): ContractStatus {
  const { action, role, reason, set } = step
  const outcome = contractMachine.next(contract.status, action, role, {
    now: ctx.now,
    expiresAt: contract.expiresAt,
    isSender: role === 'client',
    hasSigned: hasSigned(tx, contract.id, role),
    standstillEndsAt: findStandstill(tx, contract.projectId)?.endsAt ?? null,
    openMilestones: step.openMilestones,
    reason,
  })
  if (!outcome.ok) {
    if (outcome.reason === 'contracts:refused.reasonNeeded') throw invalid(outcome.reason, { field: 'reason' })
    throw conflict(outcome.reason)
  }
  const changed = tx
    .update(contracts)
    .set({ ...set, status: outcome.to, updatedAt: ctx.now })
    .where(and(eq(contracts.id, contract.id), eq(contracts.status, contract.status)))
    .run()
  if (changed.changes !== 1) throw conflict('errors:concurrentChange')
  addContractStep(tx, ctx, contract, { action, reason, to: outcome.to })
  return outcome.to
}
