import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { id, time } from './columns.ts'

/** Stored files, outside `public`, under a random name; who may read one is asked of the record it hangs on. */
export const files = sqliteTable(
  'files',
  {
    id: id(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    name: text('name').notNull(),
    mime: text('mime').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    storedAs: text('stored_as').notNull(),
    uploadedBy: text('uploaded_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
  },
  (t) => [index('files_subject').on(t.subjectType, t.subjectId), uniqueIndex('files_stored_as').on(t.storedAs)],
)
