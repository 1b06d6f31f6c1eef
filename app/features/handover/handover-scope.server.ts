import { asc, eq } from 'drizzle-orm'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { milestones } from '#db/schema/escrow.ts'
import { handoverParts, handovers } from '#db/schema/handover.ts'
import { isTakenOver } from './handover.ts'

type HandoverRow = typeof handovers.$inferSelect

export type PartOfWork = { id: string; position: number; title: string }

/** What of a contract's work can be handed over now. */
export type HandoverScope = {
  /** How many milestones are neither approved nor settled: until then only parts are handed over. */
  openMilestones: number
  /** Whether the whole work, or what earlier handovers have left of it, can be handed over. */
  whole: boolean
  /** The milestones of the work that no accepted handover has taken over; what was refunded is not handed over. */
  left: PartOfWork[]
  /** Those of them that can be handed over as a part: done, and in no handover under way. */
  parts: PartOfWork[]
}

/** The milestones that a handover of a part takes over, in their order; none for one of the whole work. Checks no right: the caller has. */
export const partsOf = (db: Database | Transaction, handoverId: string) =>
  db
    .select(columns(milestones, 'id', 'position', 'title', 'amountCents'))
    .from(handoverParts)
    .innerJoin(milestones, eq(milestones.id, handoverParts.milestoneId))
    .where(eq(handoverParts.handoverId, handoverId))
    .orderBy(asc(milestones.position))
    .all()

/** The same of every handover of a contract, by handover. Checks no right: the caller has. */
export function partsByHandover(db: Database | Transaction, contractId: string): (handoverId: string) => PartOfWork[] {
  const rows = db
    .select({ handoverId: handoverParts.handoverId, part: columns(milestones, 'id', 'position', 'title') })
    .from(milestones)
    .innerJoin(handoverParts, eq(handoverParts.milestoneId, milestones.id))
    .where(eq(milestones.contractId, contractId))
    .orderBy(asc(milestones.position))
    .all()
  return (id) => rows.filter(({ handoverId }) => handoverId === id).map(({ part }) => part)
}

const isOpen = ({ status }: Pick<HandoverRow, 'status'>) => status === 'called' || status === 'proposed'
const hasTaken = ({ status, result }: Pick<HandoverRow, 'status' | 'result'>) =>
  status === 'signed' && isTakenOver(result)

/** What can be handed over of a contract: each milestone is in one handover that is open or accepted (CON-29). Checks no right: the caller has. */
export function handoverScope(db: Database | Transaction, contract: Pick<ContractRow, 'id' | 'status'>): HandoverScope {
  const all = db.select().from(handovers).where(eq(handovers.contractId, contract.id)).all()
  const plan = db
    .select(columns(milestones, 'id', 'position', 'title', 'status'))
    .from(milestones)
    .where(eq(milestones.contractId, contract.id))
    .orderBy(asc(milestones.position))
    .all()
  const parts = partsByHandover(db, contract.id)
  const idsOf = (some: HandoverRow[]) => new Set(some.flatMap(({ id }) => parts(id).map((part) => part.id)))
  const inParts = all.filter(({ isPart }) => isPart)
  const [taken, busy] = [idsOf(inParts.filter(hasTaken)), idsOf(inParts.filter(isOpen))]
  const isFree = !all.some((one) => !one.isPart && (isOpen(one) || hasTaken(one)))
  const isRunning = contract.status === 'active' || contract.status === 'completed'
  const openMilestones = plan.filter(({ status }) => !['approved', 'released', 'refunded', 'resolved'].includes(status))
  const left = plan.filter(({ id, status }) => status !== 'refunded' && !taken.has(id))
  const isDone = left.length === 0 && taken.size > 0
  const undone = new Set(openMilestones.map(({ id }) => id))
  return {
    openMilestones: openMilestones.length,
    whole: isRunning && isFree && openMilestones.length === 0 && busy.size === 0 && !isDone,
    left,
    parts: isRunning && isFree ? left.filter(({ id }) => !undone.has(id) && !busy.has(id)) : [],
  }
}
