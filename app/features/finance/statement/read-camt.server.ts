import { readStatements } from '#app/features/bank-statements/formats/read-statements.server.ts'
import { StatementError } from '#app/features/bank-statements/statement.ts'
import { compactIban, isIban } from '#app/platform/iban.ts'
import type { StatementRow } from './read-statement.ts'

/** More rows than one import has. */
const maxRows = 1000

/**
 * The rows of a statement in XML (camt.053, or the notifications of camt.054) of the company's own account, by the reader of the platform's account: it refuses another
 * account, another currency, a day to come, and rows that do not lead from the opening to the closing balance.
 * @throws StatementError for the first problem, with its line
 */
export async function readCamt(
  bytes: Uint8Array,
  account: { iban: string; currency: string },
  today: string,
): Promise<StatementRow[]> {
  const rows: StatementRow[] = []
  const source = async function* () {
    yield bytes
  }
  await readStatements(source(), { account: account.iban, today }, (parts) => {
    for (const part of parts) {
      if (part.kind !== 'row') continue
      const { line, bookedOn, amountCents, currency, counterparty, counterpartyIban, message, reference, archiveId } =
        part.row
      if (currency !== account.currency)
        throw new StatementError('otherCurrency', line, { found: currency, expected: account.currency })
      if (rows.length >= maxRows) throw new StatementError('tooLarge', line, { max: maxRows })
      if (amountCents === 0) continue
      rows.push({
        ...{ day: bookedOn, amountCents, counterparty: counterparty.slice(0, 200), text: message.slice(0, 500) },
        ...{
          reference: reference.slice(0, 50),
          counterpartyIban: isIban(counterpartyIban) ? compactIban(counterpartyIban) : '',
        },
        ...{ archiveId: (archiveId ?? '').slice(0, 60) },
      })
    }
  })
  return rows
}
