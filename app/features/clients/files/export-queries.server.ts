import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import type { ClientFilter } from '#app/features/clients/client-filter.ts'
import { clientIds, clientRecords } from '#app/features/clients/list-queries.server.ts'
import { overdueBeforeOf } from '#app/features/clients/queries.server.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import type { RowOf } from '#db/sql.server.ts'

export type ExportedClient = RowOf<typeof clientRecords>

/** Records that are read at once. */
const sliceSize = 100

/**
 * All clients that a filter leaves, with all that their records say, by name. Which they are is read at once, and so a name that changes meanwhile neither
 * leaves one out nor repeats it; their records are read a hundred at a time, as whoever asks takes them.
 */
export function* exportClients(
  ctx: CompanyContext,
  { view, q, tag }: Pick<ClientFilter, 'view' | 'q' | 'tag'>,
): Generator<ExportedClient[]> {
  const company = companyInScope(ctx, 'clients.read')
  const which = { company, overdueBefore: overdueBeforeOf(ctx.now), q: normalizeForSearch(q), tag }
  const ids = clientIds[view].all(ctx.db, which).map(({ id }) => id)
  for (let at = 0; at < ids.length; at += sliceSize)
    yield clientRecords.all(ctx.db, { company, ids: ids.slice(at, at + sliceSize) })
}
