import { and, eq, isNotNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { extendedHandoverDue, takenOverOn } from '#app/features/contracts/closing-days.server.ts'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import type { Signature } from '#app/features/contracts/queries.server.ts'
import { type PublicSignature, publicSignatures } from '#app/features/contracts/signing/public-signature.ts'
import type { CertifiedSignature } from '#app/features/contracts/signing-certificate.server.ts'
import { findParty } from '#app/features/contracts/transition-contract.server.ts'
import { withinProject } from '#app/features/projects/members/role-on-project.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, nullable, text } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { handoverDefects, handoverSignatures, handovers } from '#db/schema/handover.ts'
import { sql } from '#db/sql.server.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import type { HandoverStatus } from '#db/vocabulary/handover.ts'
import { listDefectFiles, stageOf } from './defect-files.server.ts'
import {
  defectActions,
  defectMachine,
  handoverMachine,
  handoverName,
  handoverRight,
  isOverdueDefect,
  isTakenOver,
} from './handover.ts'
import { handoverScope, partsOf } from './handover-scope.server.ts'
import { type HandoverRow, handoverDates, handoverText, listDefects } from './handover-text.server.ts'
import { findHandover, handoverFacts, latestHandover, listHandovers } from './load-handover.server.ts'

/** Who has signed a handover for each party. Checks no right: the caller has. */
export const listHandoverSignatures = (db: Database | Transaction, handoverId: string): Signature[] =>
  db
    .select({
      ...columns(handoverSignatures, 'party', 'ordinal', 'typedName', 'accountName', 'accountEmail', 'accountSource'),
      ...columns(handoverSignatures, 'nameReason', 'jobTitle', 'authority', 'drawing', 'recordHash'),
      ...columns(handoverSignatures, 'signedAt', 'documentHash'),
    })
    .from(handoverSignatures)
    .where(eq(handoverSignatures.handoverId, handoverId))
    .orderBy(handoverSignatures.id)
    .all()
    .map((signature) => ({ ...signature, formerNames: [] }))

/** The same with the addresses that they signed from, for its parties. Checks no right: the caller has. */
export function listCertifiedHandoverSignatures(db: Database | Transaction, handoverId: string): CertifiedSignature[] {
  const { ip, party, ordinal } = handoverSignatures
  const from = db.select({ ip, party, ordinal }).from(handoverSignatures)
  const stored = from.where(eq(handoverSignatures.handoverId, handoverId)).all()
  return listHandoverSignatures(db, handoverId).map((signature) => {
    const own = stored.find((one) => one.party === signature.party && one.ordinal === signature.ordinal)
    return { ...signature, ip: own?.ip ?? null }
  })
}

/**
 * The handover of a contract that both have signed, for its parties: the latest, or that of a number; null for everybody else, and for
 * a number that there is not.
 */
export function getHandover(ctx: CompanyContext, contractId: string, asked?: number) {
  const company = companyInScope(ctx, 'contracts.read')
  const contract = ctx.db
    .select()
    .from(contracts)
    .where(and(eq(contracts.id, contractId), isNotNull(contracts.activatedAt)))
    .get()
  const party = contract && findParty(contract, company)
  if (!contract || !party) return null
  const mayWrite = can(withinProject(ctx, contract.projectId), handoverRight)
  const latest = latestHandover(ctx.db, contractId)
  const handover = asked === undefined ? latest : findHandover(ctx.db, contractId, asked)
  if (asked !== undefined && !handover) return null
  const scope = handoverScope(ctx.db, contract)
  const all = ctx.db
    .select()
    .from(handovers)
    .where(eq(handovers.contractId, contractId))
    .orderBy(handovers.number)
    .all()
  const isLatest = handover?.id === latest?.id
  const { id, number, title } = contract
  return {
    contract: { id, number, title },
    party,
    openMilestones: scope.openMilestones,
    mayCall: mayWrite && scope.whole && isLatest,
    /** What can be handed over as a part, where it is not all that is left. */
    callableParts: mayWrite && isLatest && (!scope.whole || scope.parts.length > 1) ? scope.parts : [],
    /** What no handover has taken over yet; null while none was of a part. */
    left: all.some(({ isPart }) => isPart) ? scope.left : null,
    isLatest,
    handover: handover && detailOf(ctx, contract, handover, party, mayWrite),
    /** Whether all of the work was taken over. */
    isTakenOver: takenOverOn(ctx.db, contractId) !== null,
    /** Every handover that something waits for: under way, or signed by both. */
    standing: standingOf(ctx.db, contractId, all),
    /** The other handovers of the contract, in their order. */
    others: listHandovers(ctx.db, contractId).filter(({ number: other }) => other !== handover?.number),
  }
}

/** What each handover that was not returned waits for, in the order of numbers. */
function standingOf(db: Database, contractId: string, all: readonly HandoverRow[]) {
  const signatures = db
    .select(columns(handoverSignatures, 'handoverId', 'party'))
    .from(handovers)
    .innerJoin(handoverSignatures, eq(handoverSignatures.handoverId, handovers.id))
    .where(eq(handovers.contractId, contractId))
    .all()
  const defects = db
    .select(columns(handoverDefects, 'handoverId', 'responsible', 'status', 'dueOn'))
    .from(handovers)
    .innerJoin(handoverDefects, eq(handoverDefects.handoverId, handovers.id))
    .where(eq(handovers.contractId, contractId))
    .all()
  const standing = all.filter(({ status }) => status !== 'returned')
  return standing.map(({ id, number, status, writtenBy }) => ({
    ...{ name: handoverName(number), number, status, writtenBy, isLatest: id === all.at(-1)?.id },
    signatures: signatures.filter(({ handoverId }) => handoverId === id),
    defects: defects
      .filter(({ handoverId }) => handoverId === id)
      .map(({ responsible, status, dueOn }) => ({ responsible, status, dueOn })),
  }))
}

function detailOf(
  ctx: CompanyContext,
  contract: typeof contracts.$inferSelect,
  handover: HandoverRow,
  party: ContractParty,
  mayWrite: boolean,
) {
  const { text } = handoverText(ctx.db, contract, handover)
  const today = businessDay(ctx.now)
  const files = listDefectFiles(ctx.db, handover.id).map(({ storedAs: _place, addedBy: _who, ...file }) => file)
  const defects = listDefects(ctx.db, handover.id).map((defect) => {
    const facts = { responsible: defect.responsible, role: party }
    const mayChange = mayWrite && handover.status === 'signed'
    const allowed = mayChange ? defectMachine.allowed(defect.status, party, facts) : []
    return {
      ...defect,
      isOverdue: isOverdueDefect(defect, today),
      files: files.filter(({ defectId }) => defectId === defect.id),
      mayAttach: mayWrite && stageOf(handover, defect) !== null,
      actions: defectActions.filter((action) => allowed.includes(action)),
    }
  })
  const { documentText, createdBy: _author, ...shown } = handover
  return {
    ...shown,
    name: handoverName(handover.number),
    parts: partsOf(ctx.db, handover.id),
    earlyFor: earlyFor(ctx.db, contract, handover),
    ...handoverDates(ctx.db, contract, handover),
    text: documentText ?? text,
    rowsMatch: documentText === null || documentText === text,
    defects,
    openDefects: defects.filter(({ status }) => status !== 'accepted').length,
    overdueDefects: defects.filter(({ isOverdue }) => isOverdue).length,
    signatures: listHandoverSignatures(ctx.db, handover.id),
    returned: returnedBefore(ctx.db, handover),
    actions: mayWrite ? handoverMachine.allowed(handover.status, party, handoverFacts(ctx.db, handover, party)) : [],
  }
}

const planned = sql(
  { params: { handover: handovers.id }, row: { day: nullable(text) } },
  `SELECT max(coalesce(m.extended_due_date, m.due_date)) AS day FROM handovers h JOIN contract_milestones m ON m.contract_id = h.contract_id
   WHERE h.id = :handover AND (h.is_part = 0 OR EXISTS (
     SELECT 1 FROM handover_parts p WHERE p.handover_id = h.id AND p.milestone_id = m.id))`,
)

/**
 * The day that the contract sets for what a handover takes over before it: that of the handover, or the last due date of its milestones; null where it
 * is not early. Either party may ask for the reception once the work is ready (YSE 1998, § 71), so that it is said and not refused.
 */
function earlyFor(db: Database, contract: typeof contracts.$inferSelect, { id, heldOn, result, isPart }: HandoverRow) {
  if (heldOn === null || !isTakenOver(result)) return null
  const set = (isPart ? null : extendedHandoverDue(db, contract)) ?? planned.one(db, { handover: id }).day
  return set !== null && heldOn < set ? set : null
}

/**
 * Why the protocol before one that is being written was returned, or why this one was; null where none was. A copy begins at the moment at
 * which what it goes on from is returned.
 */
function returnedBefore(
  db: Database,
  { contractId, createdAt, status, returnReason: own }: HandoverRow,
): string | null {
  if (status === 'returned') return own
  if (status !== 'called') return null
  const { contractId: of, status: was, decidedAt, returnReason } = handovers
  const before = db
    .select({ returnReason })
    .from(handovers)
    .where(and(eq(of, contractId), eq(was, 'returned'), eq(decidedAt, createdAt)))
    .get()
  return before?.returnReason ?? null
}

export type HandoverCertificate = {
  name: string
  contractNumber: string
  contractHash: string
  status: HandoverStatus
  clientName: string
  providerName: string
  documentHash: string
  signatures: PublicSignature[]
  /** Whether the stored text, and every signature, still has the hash. */
  matches: boolean
  rowsMatch: boolean
}

/** The public facts of a handover protocol, by its hash: who signed it and when, but no content; null for unknown hashes. */
export function getHandoverCertificate(db: Database, hash: string): HandoverCertificate | null {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null
  const row = db
    .select({ handover: handovers, contract: contracts })
    .from(handovers)
    .innerJoin(contracts, eq(contracts.id, handovers.contractId))
    .where(eq(handovers.documentHash, hash))
    .get()
  if (!row) return null
  const { handover, contract } = row
  const text = handover.documentText ?? ''
  const { client, provider } = frozenParties(text)
  const signatures = publicSignatures(listHandoverSignatures(db, handover.id))
  return {
    name: handoverName(handover.number),
    contractNumber: contract.number,
    contractHash: contract.documentHash ?? '',
    status: handover.status,
    clientName: client.name,
    providerName: provider.name,
    documentHash: hash,
    signatures,
    matches: sha256(text) === hash && signatures.every(({ documentHash }) => documentHash === hash),
    rowsMatch: handoverText(db, contract, handover).text === text,
  }
}
