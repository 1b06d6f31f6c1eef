import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { clientListHref } from '#app/features/clients/client-filter.ts'
import { listClients } from '#app/features/clients/queries.server.ts'
import { listConversations } from '#app/features/conversations/conversation-queries.server.ts'
import { listPeople } from '#app/features/conversations/people-queries.server.ts'
import { shortened } from '#app/features/conversations/ui/conversation-preview.ts'
import { searchMessages } from '#app/features/messages/search-messages.server.ts'
import { projectListHref } from '#app/features/projects/project-filter.ts'
import { listProjects } from '#app/features/projects/queries.server.ts'
import { listMembers } from '#app/features/team/queries.server.ts'
import {
  bidsToSearch,
  contractsToSearch,
  invoicesToSearch,
  lookedThrough,
  transactionsToSearch,
} from './records.server.ts'
import {
  type Found,
  type Hit,
  isTooShort,
  matching,
  type SearchKind,
  type SearchQuery,
  searchHref,
  searchKinds,
  shownAlone,
  shownOfKind,
} from './search.ts'

/** A page that may be found by its name in the reader's language. */
type NamedPage = { to: string; name: string }

/** What a search is asked with: the caller, the words, how many hits to show, and the texts of the reader's language. */
type Asked = { ctx: UserContext; q: string; limit: number; t: (key: string) => string; pages: readonly NamedPage[] }
/** The hits of one kind. `isMore` of the kinds without a list of their own leads to this kind alone. */
type Hits = { hits: Hit[]; isMore: boolean; list?: string; capped?: boolean }

/** The caller with a company; the records of companies are nobody else's. */
const withCompany = (ctx: UserContext): CompanyContext | null => (ctx.company ? (ctx as CompanyContext) : null)

const hit = (id: string, to: string, title: string, details: readonly (string | null | undefined)[] = []): Hit => ({
  ...{ id, to, title, status: null, day: null },
  details: details.filter((detail): detail is string => Boolean(detail)),
})
const nothing: Hits = { hits: [], isMore: false }

/** The rows that match, looked for in the newest of each part. */
function among<Row>(
  { q, limit }: Asked,
  parts: readonly (readonly Row[])[],
  textsOf: (row: Row) => readonly (string | null)[],
  toHit: (row: Row) => Hit,
): Hits {
  const found = matching(parts.flat(), q, textsOf)
  const capped = parts.some((rows) => rows.length === lookedThrough)
  return { hits: found.slice(0, limit).map(toHit), isMore: found.length > limit, capped }
}

function projects({ ctx, q, limit, t }: Asked, scope: 'own' | 'open'): Hits {
  const filter = { scope, status: null, category: null, q, sort: 'newest', page: 1 } as const
  const listed = listProjects(ctx, filter)
  // The marketplace lists the company's open projects too, which are found as its own.
  const rows = listed.rows.filter(({ own }) => scope === 'own' || !own)
  const total = listed.total - (listed.rows.length - rows.length)
  return {
    hits: rows.slice(0, limit).map(({ id, title, companyName, location, status, own }) => ({
      ...hit(id, `/projects/${id}`, title, [own ? null : companyName, location]),
      status: { word: status, text: t(`projects:status.${status}`) },
    })),
    isMore: total > limit,
    list: projectListHref(filter),
  }
}

const finders: Record<SearchKind, (asked: Asked) => Hits> = {
  projects: (asked) => projects(asked, 'own'),
  openProjects: (asked) => projects(asked, 'open'),
  bids: (asked) =>
    among(
      asked,
      bidsToSearch(asked.ctx),
      ({ title, party }) => [title, party],
      ({ id, title, party, status }) => ({
        ...hit(id, `/bids/${id}`, title, [party]),
        status: { word: status, text: asked.t(`bids:status.${status}`) },
      }),
    ),
  contracts: (asked) =>
    among(
      asked,
      contractsToSearch(asked.ctx),
      ({ number, title, party }) => [number, title, party],
      ({ id, number, title, party, status }) => ({
        ...hit(id, `/contracts/${id}`, title, [number, party]),
        status: { word: status, text: asked.t(`contracts:status.${status}`) },
      }),
    ),
  invoices(asked) {
    const { issued, received, files } = invoicesToSearch(asked.ctx)
    const { t } = asked
    const parts = [
      [...issued, ...received].map((row) => ({
        ...{ ...row, to: `/invoicing/${row.id}` },
        text: t(`invoicing:status.${row.status}`),
      })),
      files.map((row) => ({
        ...{ ...row, to: `/invoicing/received/${row.id}` },
        text: t(`receivedinvoices:status.${row.status}`),
      })),
    ]
    const found = among<(typeof parts)[number][number]>(
      asked,
      parts,
      ({ number, party }) => [number, party],
      ({ id, to, number, party, status, text }) => ({
        ...hit(id, to, number ?? party ?? text, number === null ? [] : [party]),
        status: { word: status, text },
      }),
    )
    return { ...found, capped: [issued, received, files].some((rows) => rows.length === lookedThrough) }
  },
  transactions: (asked) =>
    among(
      asked,
      [transactionsToSearch(asked.ctx)],
      ({ counterparty, text, reference }) => [counterparty, text, reference],
      ({ id, day, counterparty, text, reference }) => ({
        ...hit(id, `/financials/transactions/${id}`, counterparty || text || reference || '', [
          counterparty && text,
          reference,
        ]),
        day,
      }),
    ),
  clients({ ctx, q, limit }) {
    const company = withCompany(ctx)
    if (!company) return nothing
    const filter = { view: 'all', q, tag: null, sort: 'name', after: null } as const
    const { rows, counts } = listClients(company, filter)
    return {
      hits: rows
        .slice(0, limit)
        .map(({ id, name, businessId, city }) => hit(id, `/clients/${id}`, name, [businessId, city])),
      isMore: counts.all > limit,
      list: clientListHref(filter),
    }
  },
  team({ ctx, q, limit }) {
    const company = withCompany(ctx)
    if (company?.company.kind !== 'organization' || !can(ctx, 'team.read')) return nothing
    const { members, total } = listMembers(company, { q })
    return {
      hits: members
        .slice(0, limit)
        .map(({ id, name, jobTitle, email }) => hit(id, `/team/${id}`, name, [jobTitle, email])),
      isMore: total > limit,
      list: `/team?${new URLSearchParams({ q })}`,
    }
  },
  people({ ctx, q, limit }) {
    if (!can(ctx, 'messages.update')) return nothing
    // Colleagues, whose addresses the caller may see, are found as the team.
    const found = listPeople(ctx, { q, limit: limit * 2 + 1 }).filter(({ email }) => email === null)
    const messageTo = (name: string) => `/messages/new?${new URLSearchParams({ q: name })}`
    return {
      hits: found
        .slice(0, limit)
        .map(({ id, name, jobTitle, companyName }) => hit(id, messageTo(name), name, [jobTitle, companyName])),
      isMore: found.length > limit,
      list: messageTo(q),
    }
  },
  conversations({ ctx, q, limit }) {
    if (!can(ctx, 'messages.read')) return nothing
    const found = listConversations(ctx, { q, limit: limit + 1 })
    return {
      hits: found.slice(0, limit).map(({ id, name, description }) => hit(id, `/messages/${id}`, name, [description])),
      isMore: found.length > limit,
      list: `/messages?${new URLSearchParams({ q })}`,
    }
  },
  messages({ ctx, q, limit }) {
    if (!can(ctx, 'messages.read')) return nothing
    const { hits, more } = searchMessages(ctx, { q })
    return {
      hits: hits
        .slice(0, limit)
        .map(({ message: { id, seq, conversationId, text, authorName }, conversationName }) => ({
          ...hit(id, `/messages/${conversationId}?around=${seq}#m${seq}`, shortened(text, 120), [
            authorName,
            conversationName === authorName ? null : conversationName,
          ]),
        })),
      isMore: more || hits.length > limit,
    }
  },
  pages: (asked) =>
    among(
      asked,
      [asked.pages],
      ({ name }) => [name],
      ({ to, name }) => hit(to, to, name),
    ),
}

/**
 * What the caller may read that has the words of a search, by kind: of every kind a few with the way to more, or of one kind up to fifty. Each
 * kind is looked for within the scope of its own list, at a bounded cost: by an index, or in the newest rows (`looked`).
 * @param t the texts of the reader's language; `pages` the pages that the caller may open, by name
 */
export function searchEverything(
  ctx: UserContext,
  { q, kind }: SearchQuery,
  { t, pages }: { t: (key: string) => string; pages: readonly NamedPage[] },
): Found[] {
  if (isTooShort(q)) return []
  const limit = kind === null ? shownOfKind : shownAlone
  const asked = { ctx, q, limit, t, pages }
  return searchKinds.flatMap((each) => {
    if (kind !== null && kind !== each) return []
    const { hits, isMore, list, capped } = finders[each](asked)
    if (hits.length === 0) return []
    // A kind without a list that takes the words shows more of itself here, once.
    const more = isMore ? (list ?? (kind === null ? searchHref({ q, kind: each }) : null)) : null
    return [{ kind: each, hits, more, looked: capped ? lookedThrough : null }]
  })
}
