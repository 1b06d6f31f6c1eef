import { and, sql as drizzleSql, eq, isNull, lte } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrders, milestones } from '#db/schema/escrow.ts'
import { handovers } from '#db/schema/handover.ts'
import { sql } from '#db/sql.server.ts'
import { daysAfter } from './closing-terms.ts'
import { retainsUntilHandover } from './contract-document.ts'
import type { ContractRow } from './transition-contract.server.ts'

/** Later than every time: what is true now. */
const now = Number.MAX_SAFE_INTEGER

/**
 * The days by which change orders accepted up to a time (UTC ms) have extended the time of a contract; those of one milestone alone are no
 * part of them. Checks no right: the caller has.
 */
export function extensionDaysOf(db: Database | Transaction, contractId: string, until = now): number {
  const { contractId: of, status, decidedAt, extensionMilestoneId } = changeOrders
  const row = db
    .select({ days: drizzleSql<number>`coalesce(sum(${changeOrders.extensionDays}), 0)` })
    .from(changeOrders)
    .where(and(eq(of, contractId), eq(status, 'accepted'), isNull(extensionMilestoneId), lte(decidedAt, until)))
    .get()
  return row?.days ?? 0
}

/** The day on which the work is to be ready for handover, as signed and extended since; null where none is agreed. */
export const extendedHandoverDue = (
  db: Database | Transaction,
  { id, handoverDue }: Pick<ContractRow, 'id' | 'handoverDue'>,
  until = now,
): string | null => handoverDue && daysAfter(handoverDue, extensionDaysOf(db, id, until))

const ofWhole = sql(
  { params: { contract: contracts.id, until: integer }, row: columns(handovers, 'heldOn') },
  `SELECT held_on AS heldOn FROM handovers WHERE contract_id = :contract AND is_part = 0 AND status = 'signed'
     AND result IN ('accepted', 'accepted_with_defects') AND decided_at <= :until`,
)

const ofParts = sql(
  {
    params: { contract: contracts.id, until: integer },
    row: { ...columns(milestones, 'id', 'position'), heldOn: handovers.heldOn, netCents: integer },
  },
  `SELECT m.id, m.position, h.held_on AS heldOn, CASE WHEN m.change_order_id IS NULL THEN m.net_cents - m.agreed_net_cents ELSE 0 END AS netCents
   FROM handovers h JOIN handover_parts p ON p.handover_id = h.id JOIN contract_milestones m ON m.id = p.milestone_id
   WHERE h.contract_id = :contract AND h.status = 'signed' AND h.result IN ('accepted', 'accepted_with_defects')
     AND h.decided_at <= :until ORDER BY h.held_on, m.position`,
)

const planned = sql(
  { params: { contract: contracts.id, until: integer }, row: columns(milestones, 'id') },
  `SELECT id FROM contract_milestones WHERE contract_id = :contract AND created_at <= :until
     AND NOT (status = 'refunded' AND closed_at <= :until)`,
)

/** A milestone that the handover of a part took over on a day (YYYY-MM-DD), with its price without VAT as signed; 0 of one that was added. */
export type PartTakenOver = { position: number; heldOn: string; netCents: number }

/** The milestones that handovers of parts, which both have signed up to a time (UTC ms), took over, by day. Checks no right: the caller has. */
export const partsTakenOver = (db: Database | Transaction, contractId: string, until = now): PartTakenOver[] =>
  ofParts
    .all(db, { contract: contractId, until })
    .flatMap(({ position, heldOn, netCents }) => (heldOn === null ? [] : [{ position, heldOn, netCents }]))

/**
 * The day on which all of the work was taken over, by the protocol that both have signed up to a time (UTC ms), or by those of all its parts;
 * null before. What was refunded is not handed over. Checks no right: the caller has.
 */
export function takenOverOn(db: Database | Transaction, contractId: string, until = now): string | null {
  const of = { contract: contractId, until }
  const whole = ofWhole.first(db, of)
  if (whole) return whole.heldOn
  const parts = ofParts.all(db, of)
  const taken = new Set(parts.map(({ id }) => id))
  const isAll = taken.size > 0 && planned.all(db, of).every(({ id }) => taken.has(id))
  return isAll ? (parts.at(-1)?.heldOn ?? null) : null
}

const unsettled = sql(
  { params: { contract: contracts.id }, row: { count: integer } },
  `SELECT count(*) AS count FROM handovers h JOIN handover_defects d ON d.handover_id = h.id
   WHERE h.contract_id = :contract AND h.status = 'signed' AND d.responsible = 'provider' AND d.status <> 'accepted'`,
)

/** How many defects of the protocols that both have signed the provider has still to fix, or the client to accept. Checks no right: the caller has. */
export const defectsLeft = (db: Database | Transaction, contractId: string): number =>
  unsettled.one(db, { contract: contractId }).count

/**
 * Whether the retention of a contract stays held by what both have signed, because its work is not taken over yet (CON-22). The work of a
 * terminated contract is no longer handed over: its retention follows ESC-9. Checks no right: the caller has.
 */
export function awaitsHandover(db: Database | Transaction, contractId: string): boolean {
  const { id, documentText, status } = contracts
  const contract = db.select({ documentText, status }).from(contracts).where(eq(id, contractId)).get()
  if (contract?.status === 'terminated') return false
  return retainsUntilHandover(contract?.documentText ?? null) && takenOverOn(db, contractId) === null
}
