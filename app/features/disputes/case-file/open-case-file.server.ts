import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { type BidContent, findBid } from '#app/features/bids/queries.server.ts'
import { type ChangeFile, listChangeFiles } from '#app/features/change-orders/change-files.server.ts'
import {
  type ChangeOrderPaper,
  listChangeSignatures,
  listProposedChanges,
} from '#app/features/change-orders/queries.server.ts'
import { type FrozenParty, frozenParties } from '#app/features/contracts/contract-document.ts'
import { listSignatures, type Signature } from '#app/features/contracts/queries.server.ts'
import { type ContractPaper, paperOf } from '#app/features/contracts/readable-contract.server.ts'
import { readsDispute } from '#app/features/escrow/readable-file.server.ts'
import { findRole } from '#app/features/escrow/transition-milestone.server.ts'
import { findProject, type ProjectDetail } from '#app/features/projects/queries.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import { type CaseEvidence, caseEvidence } from './case-evidence.server.ts'

export type CaseFile = {
  contract: {
    id: string
    number: string
    title: string
    currency: Currency
    paper: ContractPaper
    signatures: Signature[]
    parties: Record<ContractParty, FrozenParty>
  }
  project: ProjectDetail
  bid: BidContent
  evidence: CaseEvidence
}

/**
 * What an admin needs to resolve a dispute: the contract as it was signed, the bid that it is based on, and the project with its
 * addenda, and whatever was said in the dispute, delivered, valued, changed and found at a handover, but no conversation (ESC-10). Every opening is a row of the audit trail.
 * Null unless a dispute about the contract is open or was resolved by the actor, and for its parties, who read the contract itself.
 */
export function openCaseFile(ctx: UserContext, contractId: string): CaseFile | null {
  requireRight(ctx, 'escrow.resolve')
  return transact(ctx.db, (tx) => {
    const contract = tx.select().from(contracts).where(eq(contracts.id, contractId)).get()
    if (!contract?.documentText) return null
    if (findRole(ctx, contract) !== 'admin' || !readsDispute(ctx, contractId)) return null
    const project = findProject(tx, contract.projectId)
    const bid = findBid(tx, contract.bidId)
    if (!project || !bid) return null
    appendAudit(tx, ctx, {
      action: 'contract.open_case_file',
      subject: { type: 'contract', id: contractId },
      detail: { documentHash: contract.documentHash },
    })
    const { id, number, title, currency, documentText } = contract
    const signatures = listSignatures(tx, id)
    const parties = frozenParties(documentText)
    // Bid and project name the parties as the contract that both signed does.
    const named = {
      bid: { ...bid, companyName: parties.provider.name },
      project: { ...project, companyName: parties.client.name },
    }
    const paper = paperOf(tx, contract)
    const evidence = caseEvidence(ctx, contract)
    return { contract: { id, number, title, currency, paper, signatures, parties }, ...named, evidence }
  })
}

type CaseChange = {
  id: string
  name: string
  paper: ChangeOrderPaper
  signatures: Signature[]
  files: Omit<ChangeFile, 'storedAs'>[]
}

/** The change orders of a case with its contract, for whoever may open its file; null for everybody else. Opens the file (ESC-10). */
export function openCaseChanges(
  ctx: UserContext,
  contractId: string,
): { contract: CaseFile['contract']; changes: CaseChange[] } | null {
  const file = openCaseFile(ctx, contractId)
  if (!file) return null
  const changes = listProposedChanges(ctx.db, contractId).map(({ id, number, status, documentText, documentHash }) => ({
    ...{ id, name: changeOrderName(number), signatures: listChangeSignatures(ctx.db, id) },
    paper: { status, text: documentText ?? '', hash: documentHash },
    files: listChangeFiles(ctx.db, id).map(({ storedAs: _place, ...file }) => file),
  }))
  return { contract: file.contract, changes }
}
