import { StatementError, type StatementProblem } from '#app/features/bank-statements/statement.ts'
import type { FinancialAccount } from '#app/features/finance/accounts.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { readStored } from '#app/platform/files/read-stored.server.ts'
import { tableKinds } from '#app/platform/files/sniff-file.server.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { tableOfOwnExport } from './own-export.server.ts'
import { readCamt } from './read-camt.server.ts'
import { readStatement, type Statement } from './read-statement.ts'

type Refused = { problem: StatementProblem; line: number | null; params: Record<string, string | number> }

/**
 * What an uploaded statement of an account says: XML (camt.053, camt.054) is read or refused whole, of CSV the rows that can be read.
 * @throws AppError invalid for CSV without columns for day and amount, and for XML where the account has no IBAN
 */
export async function readFile(
  file: CheckedFile,
  account: Pick<FinancialAccount, 'name' | 'iban' | 'currency'>,
  today: string,
): Promise<{ statement: Statement; others?: number } | { refused: Refused }> {
  const bytes = await readStored(file)
  if (file.mime !== 'application/xml') {
    const { readTable } = await import('#app/platform/tables/read-table.server.ts')
    const table = await readTable(bytes, file.mime === tableKinds['.xlsx'] ? 'xlsx' : 'csv')
    const own = tableOfOwnExport(table, account.name)
    const statement = readStatement(own?.table ?? table)
    if (!statement) throw invalid('financeimport:refused.noHeader', { field: 'files' })
    for (const row of statement.rows) if (row.counterpartyIban === account.iban) row.counterpartyIban = ''
    return { statement, others: own?.others ?? 0 }
  }
  const { iban, currency } = account
  if (iban === null) throw invalid('financeimport:refused.noIban', { field: 'accountId' })
  try {
    return { statement: { rows: await readCamt(bytes, { iban, currency }, today), problems: [] } }
  } catch (error) {
    if (!(error instanceof StatementError)) throw error
    const { problem, line, params } = error
    return { refused: { problem, line, params } }
  }
}
