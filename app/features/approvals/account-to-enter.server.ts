import { desc, eq } from 'drizzle-orm'
import { bankStake } from '#app/features/team/mandates.server.ts'
import { formatIban } from '#app/platform/iban.ts'
import { bankAccountChanges, companies } from '#db/schema/accounts.ts'
import type { LoadSubject } from './subject.ts'

/**
 * A new bank account of the company. What it is there to receive changes by itself, so that it is no part of what was asked; the approver's
 * mandate is compared with what it is by then.
 */
export const accountToEnter: LoadSubject = (db, { companyId, details }) => {
  const { iban, bic = null } = details
  const company = db.select().from(companies).where(eq(companies.id, companyId)).get()
  if (!company || !iban || (company.iban === iban && company.bic === bic)) return null
  const { companyId: of, id } = bankAccountChanges
  const last = db.select({ id }).from(bankAccountChanges).where(eq(of, companyId)).orderBy(desc(id)).get()
  const stake = bankStake(db, companyId)
  return {
    title: formatIban(iban),
    path: '/company-settings',
    ...{ amountCents: stake.amountCents, currency: 'EUR', stake, endsAt: null },
    fields: [
      ['new IBAN', iban],
      ['new BIC', bic],
      ['IBAN', company.iban],
      ['BIC', company.bic],
      ['last change', last?.id ?? null],
    ],
  }
}
