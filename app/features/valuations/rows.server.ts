import { and, asc, desc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import {
  milestoneValuations,
  paymentCertificates,
  valuationLines,
  valueScheduleLines,
  valueSchedules,
} from '#db/schema/valuations.ts'
import type { ScheduleStatus } from '#db/vocabulary/valuations.ts'

export type ScheduleRow = typeof valueSchedules.$inferSelect
export type ScheduleLine = typeof valueScheduleLines.$inferSelect
export type ValuationRow = typeof milestoneValuations.$inferSelect
export type CertificateRow = typeof paymentCertificates.$inferSelect

/** The schedules, valuations and certificates of milestones as they are stored. Nothing here checks a right: whoever asks has. */
export const scheduleIn = (
  db: Database | Transaction,
  milestoneId: string,
  status: Extract<ScheduleStatus, 'proposed' | 'accepted'>,
): ScheduleRow | null =>
  db
    .select()
    .from(valueSchedules)
    .where(and(eq(valueSchedules.milestoneId, milestoneId), eq(valueSchedules.status, status)))
    .get() ?? null

/** The last schedule that was proposed, whatever became of it. */
export const lastSchedule = (db: Database | Transaction, milestoneId: string): ScheduleRow | null =>
  db
    .select()
    .from(valueSchedules)
    .where(eq(valueSchedules.milestoneId, milestoneId))
    .orderBy(desc(valueSchedules.number))
    .limit(1)
    .get() ?? null

export const scheduleLines = (db: Database | Transaction, scheduleId: string): ScheduleLine[] =>
  db
    .select()
    .from(valueScheduleLines)
    .where(eq(valueScheduleLines.scheduleId, scheduleId))
    .orderBy(asc(valueScheduleLines.position))
    .all()

/** Whether a valuation was made of a milestone: from then on its schedule stays. */
export const isScheduleUsed = (db: Database | Transaction, milestoneId: string): boolean =>
  listValuations(db, milestoneId).length > 0

/** The valuations of a milestone, latest first. */
export const listValuations = (db: Database | Transaction, milestoneId: string): ValuationRow[] =>
  db
    .select()
    .from(milestoneValuations)
    .where(eq(milestoneValuations.milestoneId, milestoneId))
    .orderBy(desc(milestoneValuations.number))
    .all()

/** The certificates of a milestone in their order. */
export const listCertificates = (db: Database | Transaction, milestoneId: string): CertificateRow[] =>
  db
    .select()
    .from(paymentCertificates)
    .where(eq(paymentCertificates.milestoneId, milestoneId))
    .orderBy(asc(paymentCertificates.number))
    .all()

/** The lines of a valuation with those of its schedule, in their order. */
export const valuedLines = (db: Database | Transaction, valuationId: string) =>
  db
    .select({
      lineId: valueScheduleLines.id,
      position: valueScheduleLines.position,
      description: valueScheduleLines.description,
      netCents: valueScheduleLines.netCents,
      basis: valueScheduleLines.basis,
      whole: valueScheduleLines.whole,
      unit: valueScheduleLines.unit,
      claimedDone: valuationLines.claimedDone,
      certifiedDone: valuationLines.certifiedDone,
      reason: valuationLines.reason,
    })
    .from(valuationLines)
    .innerJoin(valueScheduleLines, eq(valueScheduleLines.id, valuationLines.scheduleLineId))
    .where(eq(valuationLines.valuationId, valuationId))
    .orderBy(asc(valueScheduleLines.position))
    .all()
export type ValuedLine = ReturnType<typeof valuedLines>[number]

/** What the last certificate certified of each line, in the line's measure, by the line's id. */
export function certifiedToDate(db: Database | Transaction, milestoneId: string): Map<string, number> {
  const last = listCertificates(db, milestoneId).at(-1)
  const lines = last ? valuedLines(db, last.valuationId) : []
  return new Map(lines.map(({ lineId, certifiedDone }) => [lineId, certifiedDone ?? 0]))
}
