import type { ClientColumn } from '#app/features/clients/files/client-columns.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { contactKinds } from '#app/platform/files/sniff-file.server.ts'
import { cellText, firstCells } from '#app/platform/tables/cells.ts'
import { maxTableBytes } from '#app/platform/tables/limits.ts'
import type { Line } from '#app/platform/tables/read-table.server.ts'
import { unguardedCell } from '#app/platform/text/csv.ts'
import { columnOf } from './column-of.server.ts'
import type { ImportedClient, ImportedFile, OwnColumn, PersonColumn } from './imported-client.ts'

/** Of vCards, which may have pictures in them; tables have their own limit (`maxTableBytes`). */
export const maxContactBytes = 5_000_000

/**
 * The clients that a file says: a table (CSV, or the first sheet of an XLSX) with headers in any of our languages, or vCards.
 * @param mime the type of its content, one of `contactKinds`
 * @param nameHeader what the reader calls the column that a table must have
 * @throws AppError invalid for a file that is too large, that cannot be read (with its line), or that names no clients
 */
export async function readClients(bytes: Uint8Array, mime: string, nameHeader: string): Promise<ImportedFile> {
  if (mime === contactKinds['.vcf']) {
    const { readVcards } = await import('./read-vcards.server.ts')
    return { clients: readVcards(bytes), unknown: [] }
  }
  if (bytes.length > maxTableBytes) throw invalid('clientimport:refused.tableTooLarge', { field: 'files' })
  const { readLines } = await import('#app/platform/tables/read-table.server.ts')
  return clientsOf(await readLines(bytes, mime === contactKinds['.csv'] ? 'csv' : 'xlsx'), nameHeader)
}

/** How far down the headers may be. */
const headerWithin = 10
const person: readonly PersonColumn[] = ['contactName', 'contactRole', 'contactEmail', 'contactPhone']
const personColumns: readonly string[] = person

function clientsOf(lines: readonly Line[], nameHeader: string): ImportedFile {
  const at = lines
    .slice(0, headerWithin)
    .findIndex(({ cells }) => cells.some((cell) => columnOf(cellText(cell)) === 'name'))
  const header = lines[at]
  if (!header) {
    const found = firstCells(lines.map(({ cells }) => cells))
    throw invalid('clientimport:refused.noHeader', { field: 'files', params: { found, name: nameHeader } })
  }
  const names = header.cells.map((cell) => cellText(cell))
  const columns = names.map(columnOf)
  const twice = columns.findIndex((column, index) => column !== null && columns.indexOf(column) < index)
  if (twice >= 0)
    throw invalid('clientimport:refused.columnTwice', { field: 'files', params: { name: names[twice] ?? '' } })
  const known = new Map<string, ImportedClient>()
  for (const { line, cells: row } of lines.slice(at + 1)) {
    const cells: Partial<Record<ClientColumn, string>> = {}
    for (const [index, column] of columns.entries()) {
      const text = unguardedCell(cellText(row[index] ?? null))
      if (column && text !== '') cells[column] = text
    }
    const entries = Object.entries(cells)
    if (entries.length === 0) continue
    const own = Object.fromEntries(entries.filter(([column]) => !personColumns.includes(column)))
    // A client has a row for each of its people, each with all that its record says.
    const key = JSON.stringify(own)
    const client = known.get(key) ?? { line, cells: own as Partial<Record<OwnColumn, string>>, people: [] }
    known.set(key, client)
    const { contactName: name = '', contactRole: role = '', contactEmail: email = '', contactPhone: phone = '' } = cells
    if (name || role || email || phone) client.people.push({ line, name, role, email, phone })
  }
  const clients = [...known.values()]
  if (clients.length === 0) throw invalid('clientimport:refused.empty', { field: 'files' })
  return { clients, unknown: names.filter((name, index) => name !== '' && columns[index] === null) }
}
