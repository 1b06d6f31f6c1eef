import type { ClientContent } from '#app/features/clients/client.ts'
import type { Locale } from '#app/i18n/locale.ts'
import { decimalText, percentText } from '#app/platform/money.ts'
import type { CsvCell } from '#app/platform/text/csv.ts'
import { type ClientColumn, clientColumns, clientHeaders } from './client-columns.server.ts'

type Cells = Partial<Record<ClientColumn, CsvCell>>

/** The first row of a table of clients, in a language. */
export const clientHead = (locale: Locale): CsvCell[] => [...clientHeaders(locale)]

/** Clients as rows of it: one for each person, with what the record says in all of them; one where nobody is named. */
export function clientTable(clients: readonly ClientContent[]): CsvCell[][] {
  const rows = clients.flatMap((client) => {
    const cells = cellsOf(client)
    const people = client.contacts.map(
      ({ name, role, email, phone }): Cells => ({
        ...cells,
        ...{ contactName: name, contactRole: role, contactEmail: email, contactPhone: phone },
      }),
    )
    return people.length > 0 ? people : [cells]
  })
  return rows.map((cells) => clientColumns.map((column) => cells[column] ?? null))
}

function cellsOf({ contacts: _people, lateInterestBp, creditLimits, tags, ...texts }: ClientContent): Cells {
  return {
    ...texts,
    lateInterest: lateInterestBp === null ? null : percentText(lateInterestBp),
    creditLimits: creditLimits.map(({ cents, currency }) => `${decimalText(cents)} ${currency}`).join('; '),
    tags: tags.join(', '),
  }
}
