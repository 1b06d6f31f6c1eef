import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { id, time } from './columns.ts'
import { files } from './files.ts'
import { projects } from './projects.ts'

/** Every version of a project's documents; the newest of each is in force. Frozen with the first tender set that has it. */
export const tenderDocuments = sqliteTable(
  'tender_documents',
  {
    id: id(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    /** The id of the document's first version, by which its versions belong together. */
    documentId: text('document_id').notNull(),
    /** 1, 2, … per document. */
    revision: integer('revision').notNull(),
    /** The version of the project from which on it is in force. */
    projectVersion: integer('project_version').notNull(),
    /** Null in the version that withdraws the document. */
    fileId: text('file_id').references(() => files.id),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('tender_documents_revision').on(t.documentId, t.revision),
    uniqueIndex('tender_documents_file').on(t.fileId),
    index('tender_documents_project').on(t.projectId, t.documentId, t.revision),
  ],
)

/** What bidders were asked, as one text with one hash, whenever it changed: at the publishing and with each addendum. */
export const tenderSets = sqliteTable(
  'tender_sets',
  {
    id: id(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    /** 1, 2, … per project. */
    edition: integer('edition').notNull(),
    /** The version of the project that it belongs to. */
    projectVersion: integer('project_version').notNull(),
    text: text('text').notNull(),
    /** SHA-256 of the text, in hexadecimal. */
    digest: text('digest').notNull(),
    frozenBy: text('frozen_by')
      .notNull()
      .references(() => users.id),
    frozenAt: time('frozen_at').notNull(),
  },
  (t) => [uniqueIndex('tender_sets_edition').on(t.projectId, t.edition)],
)
