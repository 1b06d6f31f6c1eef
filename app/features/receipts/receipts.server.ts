import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import type { ServedFile } from '#app/platform/files/serve-file.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { files } from '#db/schema/files.ts'
import { financialReceipts, financialTransactions } from '#db/schema/finance.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const row = {
  ...columns(financialReceipts, 'id', 'fileId', 'transactionId', 'note', 'addedAt'),
  ...{ name: files.name, mime: files.mime },
}
const selected = `r.id, r.file_id AS fileId, r.transaction_id AS transactionId, r.note, r.added_at AS addedAt, f.name, f.mime`

const waiting = sql(
  { params: { company: companies.id }, row },
  `SELECT ${selected} FROM financial_receipts r INDEXED BY financial_receipts_inbox JOIN files f ON f.id = r.file_id
   WHERE r.company_id = :company AND r.transaction_id IS NULL AND r.removed_at IS NULL ORDER BY r.id DESC LIMIT 200`,
)
const ofRow = sql(
  { params: { company: companies.id, transaction: financialTransactions.id }, row },
  `SELECT ${selected} FROM financial_receipts r INDEXED BY financial_receipts_transaction JOIN files f ON f.id = r.file_id
   WHERE r.transaction_id = :transaction AND r.company_id = :company ORDER BY r.id`,
)
const one = sql(
  { params: { company: companies.id, id: financialReceipts.id }, row },
  `SELECT ${selected} FROM financial_receipts r JOIN files f ON f.id = r.file_id
   WHERE r.id = :id AND r.company_id = :company AND r.removed_at IS NULL`,
)
const readable = sql(
  { params: { company: companies.id, id: files.id }, row: columns(files, 'name', 'mime', 'sha256', 'storedAs') },
  `SELECT f.name, f.mime, f.sha256, f.stored_as AS storedAs FROM financial_receipts r INDEXED BY financial_receipts_file
   JOIN files f ON f.id = r.file_id WHERE r.file_id = :id AND r.company_id = :company AND r.removed_at IS NULL`,
)

export type Receipt = RowOf<typeof waiting>

const scope = (ctx: UserContext) => companyInScope(ctx, 'financials.read')

/** The receipts that belong to no row yet, the newest first. */
export const listInbox = (ctx: CompanyContext): Receipt[] => waiting.all(ctx.db, { company: scope(ctx) })

/** The receipts of a row. */
export const listReceiptsOf = (ctx: CompanyContext, transaction: string): Receipt[] =>
  ofRow.all(ctx.db, { company: scope(ctx), transaction })

/** One receipt of the company, or null. */
export const getReceipt = (ctx: CompanyContext, id: string): Receipt | null =>
  one.first(ctx.db, { company: scope(ctx), id })

/** The file of a receipt, for whoever sees the company's books; null for everybody else. */
export function findReceiptFile(ctx: UserContext, id: string): ServedFile | null {
  const found = readable.first(ctx.db, { company: scope(ctx), id })
  return found && { name: found.name, mime: found.mime, storedAs: found.storedAs, etag: found.sha256 }
}
