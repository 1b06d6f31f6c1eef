import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { progressBases, scheduleStatuses, valuationStatuses } from '#db/vocabulary/valuations.ts'
import { users } from './accounts.ts'
import { cents, id, time } from './columns.ts'
import { ledgerPostings, milestones } from './escrow.ts'
import { files } from './files.ts'

/** Schedules of values of milestones (VAL-1). Triggers keep what was proposed, and accept one only if its lines add up to the milestone's net. */
export const valueSchedules = sqliteTable(
  'value_schedules',
  {
    id: id(),
    milestoneId: text('milestone_id')
      .notNull()
      .references(() => milestones.id),
    /** 1, 2 … by milestone, in the order of proposals. */
    number: integer('number').notNull(),
    status: text('status', { enum: scheduleStatuses }).notNull(),
    /** The sum of its lines, which is that of the milestone when it was proposed. */
    netCents: cents('net_cents').notNull(),
    proposedBy: text('proposed_by')
      .notNull()
      .references(() => users.id),
    proposedAt: time('proposed_at').notNull(),
    decidedBy: text('decided_by').references(() => users.id),
    decidedAt: time('decided_at'),
    /** Why it was declined, for both parties. */
    decisionReason: text('decision_reason'),
  },
  (t) => [
    uniqueIndex('value_schedules_number').on(t.milestoneId, t.number),
    uniqueIndex('value_schedules_proposed').on(t.milestoneId).where(sql`${t.status} = 'proposed'`),
    uniqueIndex('value_schedules_accepted').on(t.milestoneId).where(sql`${t.status} = 'accepted'`),
  ],
)

export const valueScheduleLines = sqliteTable(
  'value_schedule_lines',
  {
    id: id(),
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => valueSchedules.id),
    position: integer('position').notNull(),
    description: text('description').notNull(),
    netCents: cents('net_cents').notNull(),
    basis: text('basis', { enum: progressBases }).notNull(),
    /** All of it, in the measure of its progress: basis points (10000), or thousandths of the unit. */
    whole: integer('whole').notNull(),
    /** '' where progress is measured in percent. */
    unit: text('unit').notNull(),
  },
  (t) => [uniqueIndex('value_schedule_lines_position').on(t.scheduleId, t.position)],
)

/** Valuations of the work done to date (VAL-2). Triggers keep what was claimed and answered. */
export const milestoneValuations = sqliteTable(
  'milestone_valuations',
  {
    id: id(),
    milestoneId: text('milestone_id')
      .notNull()
      .references(() => milestones.id),
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => valueSchedules.id),
    /** 1, 2 … by milestone, in the order of claims. */
    number: integer('number').notNull(),
    status: text('status', { enum: valuationStatuses }).notNull(),
    note: text('note').notNull(),
    claimedBy: text('claimed_by')
      .notNull()
      .references(() => users.id),
    claimedAt: time('claimed_at').notNull(),
    decidedBy: text('decided_by').references(() => users.id),
    decidedAt: time('decided_at'),
    /** What the client said of it: why it was returned. */
    decisionReason: text('decision_reason'),
    /** The last day after the claim (7, 12) on which the client was reminded; 0 before. */
    remindedDay: integer('reminded_day').notNull().default(0),
  },
  (t) => [
    uniqueIndex('milestone_valuations_number').on(t.milestoneId, t.number),
    uniqueIndex('milestone_valuations_claimed').on(t.milestoneId).where(sql`${t.status} = 'claimed'`),
    index('milestone_valuations_waiting').on(t.claimedAt).where(sql`${t.status} = 'claimed'`),
  ],
)

/** What is done of each line to date: as claimed, and as certified. */
export const valuationLines = sqliteTable(
  'valuation_lines',
  {
    id: id(),
    valuationId: text('valuation_id')
      .notNull()
      .references(() => milestoneValuations.id),
    scheduleLineId: text('schedule_line_id')
      .notNull()
      .references(() => valueScheduleLines.id),
    /** In the measure of the line: basis points, or thousandths of its unit. */
    claimedDone: integer('claimed_done').notNull(),
    /** Null until it is certified. */
    certifiedDone: integer('certified_done'),
    /** Why less was certified than claimed. */
    reason: text('reason'),
  },
  (t) => [uniqueIndex('valuation_lines_line').on(t.valuationId, t.scheduleLineId)],
)

/** Measurement sheets and photos of a valuation. */
export const valuationFiles = sqliteTable(
  'valuation_files',
  {
    id: id(),
    valuationId: text('valuation_id')
      .notNull()
      .references(() => milestoneValuations.id),
    fileId: text('file_id')
      .notNull()
      .references(() => files.id),
  },
  (t) => [uniqueIndex('valuation_files_file').on(t.fileId), index('valuation_files_valuation').on(t.valuationId)],
)

/** The client's certificates (VAL-3): what each pays, once, by one posting. Immutable by triggers. */
export const paymentCertificates = sqliteTable(
  'payment_certificates',
  {
    id: id(),
    milestoneId: text('milestone_id')
      .notNull()
      .references(() => milestones.id),
    valuationId: text('valuation_id')
      .notNull()
      .references(() => milestoneValuations.id),
    /** 1 for the first of the milestone. */
    number: integer('number').notNull(),
    /** What it certifies beyond those before it. */
    netCents: cents('net_cents').notNull(),
    vatCents: cents('vat_cents').notNull(),
    grossCents: cents('gross_cents').notNull(),
    /** The part of it that stays held as retention. */
    retainedCents: cents('retained_cents').notNull(),
    postingId: text('posting_id')
      .notNull()
      .references(() => ledgerPostings.id),
    documentText: text('document_text').notNull(),
    documentHash: text('document_hash').notNull(),
    /** The name of the account that certified it, as it was then. */
    certifierName: text('certifier_name').notNull(),
    certifiedBy: text('certified_by')
      .notNull()
      .references(() => users.id),
    certifiedAt: time('certified_at').notNull(),
  },
  (t) => [
    uniqueIndex('payment_certificates_number').on(t.milestoneId, t.number),
    uniqueIndex('payment_certificates_valuation').on(t.valuationId),
    uniqueIndex('payment_certificates_posting').on(t.postingId),
    index('payment_certificates_hash').on(t.documentHash),
  ],
)
