import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { accountSources, authorityBases, contractParties } from '#db/vocabulary/contracts.ts'
import { defectFileStages, defectStatuses, handoverResults, handoverStatuses } from '#db/vocabulary/handover.ts'
import { companies, users } from './accounts.ts'
import { id, time } from './columns.ts'
import { contracts } from './contracts.ts'
import { milestones } from './escrow.ts'
import { files } from './files.ts'

/** Handover protocols (CON-13). Triggers keep what was signed, and put one in force only with a signature of each party. */
export const handovers = sqliteTable(
  'handovers',
  {
    id: id(),
    contractId: text('contract_id')
      .notNull()
      .references(() => contracts.id),
    /** 1 for HO-1, by contract. */
    number: integer('number').notNull(),
    /** Whether it takes over only the milestones of `handoverParts`; otherwise it is for all that no handover has taken over before. */
    isPart: integer('is_part', { mode: 'boolean' }).notNull().default(false),
    calledBy: text('called_by', { enum: contractParties }).notNull(),
    status: text('status', { enum: handoverStatuses }).notNull(),
    /** The party that wrote it last; null while neither has, since it was begun or went on after a return. */
    writtenBy: text('written_by', { enum: contractParties }),
    /** `YYYY-MM-DD`; null until it is written. */
    heldOn: text('held_on'),
    present: text('present').notNull(),
    result: text('result', { enum: handoverResults }),
    /** Why the work is refused. */
    reasons: text('reasons').notNull(),
    clientClaims: text('client_claims').notNull(),
    providerClaims: text('provider_claims').notNull(),
    /** The text as the first party signed it and its SHA-256; both sign it. */
    documentText: text('document_text'),
    documentHash: text('document_hash'),
    proposedAt: time('proposed_at'),
    /** The last day of the warranty time that begins with it, as its text says (YYYY-MM-DD); null before there is one, and without. */
    warrantyUntil: text('warranty_until'),
    /** When both parties were told that it is about to end. */
    warrantyRemindedAt: time('warranty_reminded_at'),
    decidedAt: time('decided_at'),
    returnReason: text('return_reason'),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('handovers_number').on(t.contractId, t.number),
    uniqueIndex('handovers_document_hash').on(t.documentHash),
    index('handovers_warranty_due')
      .on(t.warrantyUntil)
      .where(sql`${t.status} = 'signed' and ${t.warrantyRemindedAt} is null and ${t.warrantyUntil} is not null`),
    uniqueIndex('handovers_one_open')
      .on(t.contractId)
      .where(sql`${t.status} in ('called','proposed') and ${t.isPart} = 0`),
  ],
)

/** The milestones that the handover of a part takes over (CON-29). Triggers let each be in one open or accepted handover. */
export const handoverParts = sqliteTable(
  'handover_parts',
  {
    id: id(),
    handoverId: text('handover_id')
      .notNull()
      .references(() => handovers.id),
    milestoneId: text('milestone_id')
      .notNull()
      .references(() => milestones.id),
  },
  (t) => [
    uniqueIndex('handover_parts_once').on(t.handoverId, t.milestoneId),
    index('handover_parts_milestone').on(t.milestoneId),
  ],
)

/** The defects of a protocol; only their status changes once it is signed. */
export const handoverDefects = sqliteTable(
  'handover_defects',
  {
    id: id(),
    handoverId: text('handover_id')
      .notNull()
      .references(() => handovers.id),
    position: integer('position').notNull(),
    description: text('description').notNull(),
    place: text('place').notNull(),
    responsible: text('responsible', { enum: contractParties }).notNull(),
    /** `YYYY-MM-DD` */
    dueOn: text('due_on'),
    status: text('status', { enum: defectStatuses }).notNull(),
  },
  (t) => [uniqueIndex('handover_defects_position').on(t.handoverId, t.position)],
)

/**
 * The files of a defect (CON-27): photos and PDFs of what was found, which the protocol names by their SHA-256, and of what was done about it,
 * which are added once it is signed. A protocol that goes on after it was returned shares the files of the returned one.
 */
export const handoverDefectFiles = sqliteTable(
  'handover_defect_files',
  {
    id: id(),
    defectId: text('defect_id')
      .notNull()
      .references(() => handoverDefects.id),
    fileId: text('file_id')
      .notNull()
      .references(() => files.id),
    stage: text('stage', { enum: defectFileStages }).notNull(),
    /** Whose file it is. */
    party: text('party', { enum: contractParties }).notNull(),
    addedBy: text('added_by')
      .notNull()
      .references(() => users.id),
    addedAt: time('added_at').notNull(),
  },
  (t) => [
    uniqueIndex('handover_defect_files_once').on(t.defectId, t.fileId),
    index('handover_defect_files_file').on(t.fileId),
  ],
)

/** Who signed a handover protocol for each party, as on a contract. */
export const handoverSignatures = sqliteTable(
  'handover_signatures',
  {
    id: id(),
    handoverId: text('handover_id')
      .notNull()
      .references(() => handovers.id),
    party: text('party', { enum: contractParties }).notNull(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    typedName: text('typed_name').notNull(),
    accountName: text('account_name').notNull(),
    accountEmail: text('account_email').notNull(),
    accountSource: text('account_source', { enum: accountSources }).notNull(),
    nameReason: text('name_reason'),
    ordinal: integer('ordinal').notNull(),
    documentHash: text('document_hash').notNull(),
    jobTitle: text('job_title'),
    authority: text('authority', { enum: authorityBases }),
    /** What was drawn by hand beside the typed name (`drawing.ts`); null where nothing was. */
    drawing: text('drawing'),
    /** SHA-256 of `signatureRecord`. */
    recordHash: text('record_hash').notNull(),
    ip: text('ip'),
    userAgent: text('user_agent'),
    signedAt: time('signed_at').notNull(),
  },
  (t) => [
    uniqueIndex('handover_signatures_party').on(t.handoverId, t.party, t.ordinal),
    index('handover_signatures_record').on(t.recordHash),
  ],
)
