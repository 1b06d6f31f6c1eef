// verb-rule: a scheduled job sends reminders; no user's right is involved
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { columns, text } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { companyCertificates } from '#db/schema/qualifications.ts'
import { sql } from '#db/sql.server.ts'
import { daysAfter, reminderDays } from './certificate.ts'

/** A newer one that is valid for longer makes the reminder needless. */
const ending = sql(
  { params: { today: text, soon: text }, row: columns(companyCertificates, 'id') },
  `SELECT c.id FROM company_certificates c INDEXED BY company_certificates_ending
   WHERE c.removed_at IS NULL AND c.reminded_at IS NULL AND c.valid_until IS NOT NULL
     AND c.valid_until >= :today AND c.valid_until <= :soon
     AND NOT EXISTS (SELECT 1 FROM company_certificates newer INDEXED BY company_certificates_company
       WHERE newer.company_id = c.company_id AND newer.kind = c.kind AND newer.label IS c.label
         AND newer.removed_at IS NULL AND newer.valid_until > c.valid_until)
   ORDER BY c.valid_until LIMIT 200`,
)

/** Tells companies, once for each, of certificates that end within `reminderDays`. Returns the number of reminders. */
export function remindCertificates(ctx: Context): number {
  const today = businessDay(ctx.now)
  let reminded = 0
  for (const { id } of ending.all(ctx.db, { today, soon: daysAfter(today, reminderDays) })) {
    const done = transact(ctx.db, (tx) => {
      const row = tx
        .update(companyCertificates)
        .set({ remindedAt: ctx.now })
        .where(and(eq(companyCertificates.id, id), isNull(companyCertificates.remindedAt)))
        .returning()
        .get()
      const company = row && tx.select().from(companies).where(eq(companies.id, row.companyId)).get()
      if (!company || row.validUntil === null) return false
      appendAudit(tx, ctx, {
        action: 'company.remind_certificate',
        subject: { type: 'company', id: company.id },
        detail: { certificate: id },
      })
      const { name } = company
      const { issuer, validUntil } = row
      recordEvent(tx, ctx, 'company.certificate_ending', { companyId: company.id, name, issuer, endsOn: validUntil })
      return true
    })
    if (done) reminded += 1
  }
  return reminded
}
