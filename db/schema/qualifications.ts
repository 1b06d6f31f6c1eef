import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { currencies } from '#db/vocabulary/currencies.ts'
import { certificateKinds } from '#db/vocabulary/qualifications.ts'
import { companies, users } from './accounts.ts'
import { cents, id, time } from './columns.ts'
import { files } from './files.ts'
import { projects } from './projects.ts'

/**
 * The certificates that a company keeps, each with its file. Triggers keep what they say, because bids and awards refer to them: a newer one
 * is a row of its own.
 */
export const companyCertificates = sqliteTable(
  'company_certificates',
  {
    id: id(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    kind: text('kind', { enum: certificateKinds }).notNull(),
    /** What it is, of the kind `other` only. */
    label: text('label'),
    issuer: text('issuer').notNull(),
    number: text('number'),
    /** YYYY-MM-DD. */
    issuedOn: text('issued_on').notNull(),
    /** The last day on which it is valid (YYYY-MM-DD); null where it names none. */
    validUntil: text('valid_until'),
    /** The sum insured, of insurances only. */
    sumCents: cents('sum_cents'),
    currency: text('currency', { enum: currencies }),
    fileId: text('file_id')
      .notNull()
      .references(() => files.id),
    addedBy: text('added_by')
      .notNull()
      .references(() => users.id),
    addedAt: time('added_at').notNull(),
    removedBy: text('removed_by').references(() => users.id),
    removedAt: time('removed_at'),
    /** When the company was told that it ends soon. */
    remindedAt: time('reminded_at'),
  },
  (t) => [
    uniqueIndex('company_certificates_file').on(t.fileId),
    index('company_certificates_company').on(t.companyId, t.kind),
    index('company_certificates_ending')
      .on(t.validUntil)
      .where(sql`${t.removedAt} is null and ${t.remindedAt} is null and ${t.validUntil} is not null`),
    check('company_certificates_label', sql`(${t.kind} = 'other') = (${t.label} is not null)`),
    check('company_certificates_sum', sql`(${t.sumCents} is null) = (${t.currency} is null)`),
  ],
)

/** The certificates that a project's bidders have to show, valid at the award. A part of the tender set, as the minimum requirements are. */
export const demandedCertificates = sqliteTable(
  'demanded_certificates',
  {
    id: id(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    position: integer('position').notNull(),
    kind: text('kind', { enum: certificateKinds }).notNull(),
    /** What it is, of the kind `other` only. */
    label: text('label'),
    /** The least sum insured, in the project's currency. */
    minSumCents: cents('min_sum_cents'),
  },
  (t) => [
    uniqueIndex('demanded_certificates_position').on(t.projectId, t.position),
    check('demanded_certificates_label', sql`(${t.kind} = 'other') = (${t.label} is not null)`),
  ],
)
