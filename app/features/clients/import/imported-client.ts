import type { ClientColumn } from '#app/features/clients/files/client-columns.server.ts'

export type PersonColumn = 'contactName' | 'contactRole' | 'contactEmail' | 'contactPhone'
/** The columns that say something of the client itself. */
export type OwnColumn = Exclude<ClientColumn, PersonColumn>

/** A person at a client as a file says it, with the line of the file (from 1). What is not said is ''. */
export type ImportedPerson = { line: number; name: string; role: string; email: string; phone: string }

/** A client as a file says it, with the line (from 1) that it begins on; what a file leaves out or empty is not among its cells. */
export type ImportedClient = { line: number; cells: Partial<Record<OwnColumn, string>>; people: ImportedPerson[] }

/** What is read of a file: its clients, and the headers of columns that are none of ours. */
export type ImportedFile = { clients: ImportedClient[]; unknown: string[] }
