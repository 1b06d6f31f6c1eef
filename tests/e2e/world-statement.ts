import { eq } from 'drizzle-orm'
import { businessDay } from '#app/platform/business-day.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { bankStatements, statementImports, statementRows } from '#db/schema/statements.ts'
import type { Parties } from '#tests/factories/deal.ts'

/** A file that has been read and waits for its confirmation, with one row. */
export function readStatement(db: Database, { admin }: Parties): { statementImportId: string; statementRowId: string } {
  const [importId, rowId, on] = [newId(), newId(), businessDay(Date.now())]
  const file = {
    fileName: 'statement.xml',
    sha256: 'abc',
    storedAs: newId(),
    sizeBytes: 4,
    readBytes: 4,
    bookedCount: 0,
  }
  db.insert(statementImports)
    .values({
      ...file,
      id: importId,
      status: 'reading',
      rowCount: 1,
      uploadedBy: admin.actor.id,
      uploadedAt: admin.now,
    })
    .run()
  const currency = 'EUR' as const
  const balance = { currency, fromOn: on, toOn: on, openingCents: 0, closingCents: -700, rowCount: 1, sumCents: -700 }
  db.insert(bankStatements)
    .values({ ...balance, id: newId(), importId, position: 0, number: '17' })
    .run()
  const said = { reference: '', endToEndId: '', batchOf: '', counterparty: 'A shop', counterpartyIban: '', message: '' }
  db.insert(statementRows)
    .values({
      ...{ id: rowId, importId, statement: 0, position: 0, line: 9, bookedOn: on, amountCents: -700, currency },
      ...{ ...said, archiveId: newId(), isSum: false, nature: 'payment', isReversal: false, returnReason: '' },
      outcome: 'unexplained',
    })
    .run()
  db.update(statementImports)
    .set({ status: 'ready', format: 'camt.053' })
    .where(eq(statementImports.id, importId))
    .run()
  return { statementImportId: importId, statementRowId: rowId }
}
