import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sealedKinds } from '#db/vocabulary/seals.ts'
import { flag, id, time } from './columns.ts'
import { contracts } from './contracts.ts'

/** The certificates that documents were sealed with. */
export const sealCertificates = sqliteTable(
  'seal_certificates',
  {
    /** SHA-256 of its DER. */
    fingerprint: text('fingerprint').primaryKey(),
    pem: text('pem').notNull(),
    usedSince: time('used_since').notNull(),
  },
  (t) => [index('seal_certificates_used').on(t.usedSince)],
)

/** Sealed PDFs, each as it was first downloaded: whoever downloads it again gets the same file. */
export const sealedDocuments = sqliteTable(
  'sealed_documents',
  {
    id: id(),
    contractId: text('contract_id')
      .notNull()
      .references(() => contracts.id),
    kind: text('kind', { enum: sealedKinds }).notNull(),
    /** SHA-256 of what it was made from, its language included. */
    contentDigest: text('content_digest').notNull(),
    storedAs: text('stored_as').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    certificate: text('certificate')
      .notNull()
      .references(() => sealCertificates.fingerprint),
    sealedAt: time('sealed_at').notNull(),
    /** Whether its seal has a time stamp (RFC 3161). One without stays beside the one that is made later with it. */
    isStamped: flag('is_stamped').notNull().default(false),
  },
  (t) => [
    uniqueIndex('sealed_documents_content').on(t.contractId, t.kind, t.contentDigest, t.isStamped),
    uniqueIndex('sealed_documents_stored_as').on(t.storedAs),
  ],
)
