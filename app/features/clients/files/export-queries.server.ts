import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import type { ClientFilter } from '#app/features/clients/client-filter.ts'
import { clientExports } from '#app/features/clients/list-queries.server.ts'
import { overdueBeforeOf } from '#app/features/clients/queries.server.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'

/** All clients that a filter leaves, with all that their records say, by name. A company has at most 20,000 (`maxClients`). */
export const exportClients = (ctx: CompanyContext, { view, q, tag }: Pick<ClientFilter, 'view' | 'q' | 'tag'>) =>
  clientExports[view].all(ctx.db, {
    ...{ company: companyInScope(ctx, 'clients.read'), overdueBefore: overdueBeforeOf(ctx.now) },
    ...{ q: normalizeForSearch(q), tag },
  })
