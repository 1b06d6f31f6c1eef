import type { CompanyContext } from '#app/features/accounts/context.ts'
import { clientColumns, clientHeaders } from '#app/features/clients/files/client-columns.server.ts'
import type { Locale } from '#app/i18n/locale.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { offerOf } from './import-clients.server.ts'
import type { ImportedClient } from './imported-client.ts'
import { pack } from './packed.server.ts'
import { planImport } from './plan-import.server.ts'

export type ImportPreview = ReturnType<typeof previewImport>

/** What the page of an import shows of a file: what would happen to each of its clients, and the fields of the form that confirms it. */
export function previewImport(
  ctx: CompanyContext,
  { clients, unknown, name }: { clients: readonly ImportedClient[]; unknown: readonly string[]; name: string },
  locale: Locale,
) {
  const headers = new Map<string, string>(
    clientHeaders(locale).map((header, index) => [clientColumns[index] ?? '', header]),
  )
  const headerOf = (column: string) =>
    headers.get(column === 'contacts' ? 'contactName' : columnOfContent(column)) ?? column
  return {
    name,
    unknown: [...unknown],
    packed: pack(clients),
    submissionId: newSubmissionId(),
    rows: planImport(ctx.db, ctx, clients).map((one) => ({
      ...{ line: one.line, name: one.name, state: one.state, offer: offerOf(one) },
      known: one.known && {
        ...{ name: one.known.row.name, reason: one.known.reason, isArchived: one.known.row.archivedAt !== null },
      },
      changes:
        one.state === 'update' ? one.changes.map(({ field, ...texts }) => ({ column: headerOf(field), ...texts })) : [],
      problems:
        one.state === 'problem'
          ? one.problems.map(({ column, ...problem }) => ({ ...problem, column: column && headerOf(column) }))
          : [],
    })),
  }
}

/** The column of a file that has a part of a record. */
const columnOfContent = (name: string): string => (name === 'lateInterestBp' ? 'lateInterest' : name)
