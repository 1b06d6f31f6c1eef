import type { Database, Transaction } from '#db/client.server.ts'
import { columns, required } from '#db/fields.server.ts'
import { receivedInvoices } from '#db/schema/invoices/received-invoices.ts'
import { sql } from '#db/sql.server.ts'

const known = sql(
  {
    params: { company: receivedInvoices.companyId, supplier: receivedInvoices.supplierKey, id: receivedInvoices.id },
    row: { ...columns(receivedInvoices, 'number'), iban: required(receivedInvoices.iban) },
  },
  `SELECT iban, number FROM received_invoices INDEXED BY received_invoices_supplier
   WHERE company_id = :company AND supplier_key = :supplier AND id <> :id AND iban IS NOT NULL AND status IN ('approved', 'paid')
   ORDER BY approved_at DESC, id DESC`,
)

export type ChangedAccount = { iban: string; number: string }

/**
 * The account of the supplier's last approved invoice, where this one has an account that none of them had: invoices with another account are how payments
 * are diverted. Null where there is nothing to warn about. Checks no right.
 */
export function changedAccountOf(
  db: Database | Transaction,
  {
    id,
    companyId: company,
    supplierKey: supplier,
    iban,
  }: Pick<typeof receivedInvoices.$inferSelect, 'id' | 'companyId' | 'supplierKey' | 'iban'>,
): ChangedAccount | null {
  if (iban === null) return null
  const earlier = known.all(db, { company, supplier, id })
  return earlier.some((one) => one.iban === iban) ? null : (earlier[0] ?? null)
}
