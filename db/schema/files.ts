import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { companies, users } from './accounts.ts'
import { id, time } from './columns.ts'

/** Stored files, outside `public` and under random names. The record that a file belongs to decides who may read it. */
export const files = sqliteTable(
  'files',
  {
    id: id(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    name: text('name').notNull(),
    mime: text('mime').notNull(),
    size: integer('size').notNull(),
    /** Bytes of the thumbnail beside it; 0 where there is none, and for pictures of before November 2026. */
    thumbnailSize: integer('thumbnail_size').notNull().default(0),
    sha256: text('sha256').notNull(),
    storedAs: text('stored_as').notNull(),
    uploadedBy: text('uploaded_by')
      .notNull()
      .references(() => users.id),
    /** The uploader's company at that time, whose storage it takes. */
    companyId: text('company_id').references(() => companies.id),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    index('files_subject').on(t.subjectType, t.subjectId),
    uniqueIndex('files_stored_as').on(t.storedAs),
    // What a person and a company have stored is summed from these alone.
    index('files_uploader').on(t.uploadedBy, t.subjectType, t.id, t.size, t.thumbnailSize),
    index('files_company').on(t.companyId, t.size, t.thumbnailSize),
  ],
)
