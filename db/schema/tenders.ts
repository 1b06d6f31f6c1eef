import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { companies, users } from './accounts.ts'
import { flag, id, time } from './columns.ts'
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
  (t) => [uniqueIndex('tender_sets_edition').on(t.projectId, t.edition), index('tender_sets_digest').on(t.digest)],
)

/** What possible bidders asked, in their words. Who asked is shown to nobody but their own company. */
export const tenderQuestions = sqliteTable(
  'tender_questions',
  {
    id: id(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    askedBy: text('asked_by')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    askedAt: time('asked_at').notNull(),
  },
  (t) => [index('tender_questions_project').on(t.projectId, t.companyId)],
)

/** The answers, with the questions as the client has worded them for everybody. */
export const tenderAnswers = sqliteTable(
  'tender_answers',
  {
    id: id(),
    questionId: text('question_id')
      .notNull()
      .references(() => tenderQuestions.id),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    /** 1, 2, … per project, in the order of the answers. */
    number: integer('number').notNull(),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    /** The version of the project that it belongs to, which it has raised if it is an addendum. */
    projectVersion: integer('project_version').notNull(),
    isAddendum: flag('is_addendum').notNull(),
    answeredBy: text('answered_by')
      .notNull()
      .references(() => users.id),
    answeredAt: time('answered_at').notNull(),
  },
  (t) => [
    uniqueIndex('tender_answers_question').on(t.questionId),
    uniqueIndex('tender_answers_number').on(t.projectId, t.number),
  ],
)
