import type { Database, Transaction } from '#db/client.server.ts'
import { nullable } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { clients } from '#db/schema/clients.ts'
import { invoiceSettings } from '#db/schema/invoices/invoicing.ts'
import { sql } from '#db/sql.server.ts'

const languages = sql(
  {
    params: { company: companies.id, client: nullable(clients.id) },
    row: { own: nullable(clients.locale), usual: nullable(invoiceSettings.clientLocale) },
  },
  `SELECT coalesce(m.locale, c.locale) AS own, s.client_locale AS usual FROM companies k
   LEFT JOIN clients c ON c.id = :client LEFT JOIN clients m ON m.id = c.merged_into_id
   LEFT JOIN invoice_settings s ON s.company_id = k.id WHERE k.id = :company`,
)

/**
 * The language of what a company sends to a client about an invoice: the client's own, or the one that the company uses for its clients; null
 * where neither is settled.
 */
export function clientLanguage(
  db: Database | Transaction,
  { companyId, clientId }: { companyId: string; clientId: string | null },
): string | null {
  const found = languages.first(db, { company: companyId, client: clientId })
  return found?.own ?? found?.usual ?? null
}
