import { eq } from 'drizzle-orm'
import type { CompanyContext, Context, UserContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { columns, integer, list, nullable, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projects } from '#db/schema/projects.ts'
import { companyListings, companyTrades, listingTakedowns } from '#db/schema/public-site.ts'
import { sql } from '#db/sql.server.ts'
import type { DirectoryFilter } from './directory-filter.ts'

export const companiesPerPage = 50

const trades = list(companyTrades.trade)
/** Staff have not taken the page of `l` down. */
const isShown = 'NOT EXISTS (SELECT 1 FROM listing_takedowns d WHERE d.company_id = l.company_id)'
const tradesOf = `(SELECT json_group_array(t.trade) FROM company_trades t WHERE t.company_id = l.company_id) AS trades`

/** A page of the directory, for a filter that changes the index; each takes the same parameters, and uses those that it does not need. */
function listedBy(from: string, condition = ':place IS :place') {
  return sql(
    {
      params: {
        ...{ trade: nullable(companyTrades.trade), place: nullable(companyListings.place) },
        ...{ limit: integer, offset: integer },
      },
      row: { ...columns(companies, 'id', 'name', 'country'), ...columns(companyListings, 'about', 'place'), trades },
    },
    `SELECT c.id, c.name, c.country, l.about, l.place, ${tradesOf}
     FROM ${from} CROSS JOIN companies c ON c.id = l.company_id
     WHERE ${condition} AND ${isShown} AND :trade IS :trade
     ORDER BY c.name COLLATE NOCASE, c.id LIMIT :limit OFFSET :offset`,
  )
}

const byTrade = 'company_trades w CROSS JOIN company_listings l ON w.trade = :trade AND l.company_id = w.company_id'
const listed = {
  any: listedBy('company_listings l INDEXED BY company_listings_place'),
  place: listedBy('company_listings l INDEXED BY company_listings_place', 'l.place = :place'),
  trade: listedBy(byTrade, '(:place IS NULL OR l.place = :place)'),
}

/** A page, from 1, of the companies that chose to be in the directory, by name. */
export function listCompanies({ db }: Pick<Context, 'db'>, { trade, place }: DirectoryFilter, page: number) {
  const query = listed[trade ? 'trade' : place ? 'place' : 'any']
  const offset = (page - 1) * companiesPerPage
  const rows = query.all(db, { trade, place, limit: companiesPerPage + 1, offset })
  return { rows: rows.slice(0, companiesPerPage), hasMore: rows.length > companiesPerPage }
}

const places = sql(
  { params: { limit: integer }, row: columns(companyListings, 'place') },
  `SELECT DISTINCT l.place FROM company_listings l WHERE ${isShown} ORDER BY l.place LIMIT :limit`,
)

/** The places of the companies in the directory, in alphabetical order, at most 200. */
export const listPlaces = ({ db }: Pick<Context, 'db'>): string[] =>
  places.all(db, { limit: 200 }).map(({ place }) => place)

const one = sql(
  {
    params: { id: companies.id },
    row: {
      ...columns(companies, 'id', 'name', 'country', 'inDirectory'),
      ...columns(companyListings, 'about', 'place'),
      ...{ businessId: nullable(text), trades, completed: integer },
    },
  },
  `SELECT c.id, c.name, c.country, c.in_directory AS inDirectory, l.about, l.place,
          CASE WHEN c.business_id_disputed THEN NULL ELSE c.business_id END AS businessId, ${tradesOf},
          coalesce((SELECT n.count FROM company_counts n
                    WHERE n.company_id = c.id AND n.subject = 'contract_as_provider' AND n.status = 'completed'), 0) AS completed
   FROM company_listings l JOIN companies c ON c.id = l.company_id WHERE l.company_id = :id AND ${isShown}`,
)

const tenders = sql(
  {
    params: { company: companies.id, now: integer },
    row: columns(projects, 'id', 'title', 'location', 'bidDeadline', 'timeZone'),
  },
  `SELECT id, title, location, bid_deadline AS bidDeadline, time_zone AS timeZone
   FROM projects INDEXED BY projects_company_status_deadline
   WHERE company_id = :company AND status = 'open' AND bid_deadline > :now AND is_public = 1 AND invited_only = 0
   ORDER BY bid_deadline LIMIT 20`,
)

/** What anybody may read of a company that chose to be in the directory, with its public projects that take bids; null for any other. */
export function findCompany({ db, now }: Pick<Context, 'db' | 'now'>, id: string) {
  const company = one.first(db, { id })
  return company && { ...company, tenders: tenders.all(db, { company: id, now }) }
}

export type PublicCompany = NonNullable<ReturnType<typeof findCompany>>

/** Why staff have taken down the page of a company; null if they have not. */
export const findTakedown = ({ db }: Pick<Context, 'db'>, companyId: string) =>
  db
    .select({ reason: listingTakedowns.reason, takenDownAt: listingTakedowns.takenDownAt })
    .from(listingTakedowns)
    .where(eq(listingTakedowns.companyId, companyId))
    .get() ?? null

const latestTakedowns = sql(
  {
    params: { limit: integer },
    row: { ...columns(companies, 'id', 'name'), ...columns(listingTakedowns, 'reason', 'takenDownAt') },
  },
  `SELECT c.id, c.name, d.reason, d.taken_down_at AS takenDownAt
   FROM listing_takedowns d INDEXED BY listing_takedowns_at JOIN companies c ON c.id = d.company_id
   ORDER BY d.taken_down_at DESC LIMIT :limit`,
)

/** The pages that are taken down, for staff, the latest first, at most 200. */
export function listTakedowns(ctx: UserContext) {
  requireRight(ctx, 'listings.takeDown')
  return latestTakedowns.all(ctx.db, { limit: 200 })
}

/** A page as staff see it: the company with what it says, and why it is taken down; null for one that is neither listed nor taken down. */
export function findModerated(ctx: UserContext, companyId: string) {
  requireRight(ctx, 'listings.takeDown')
  const { db } = ctx
  const company = db.select({ name: companies.name }).from(companies).where(eq(companies.id, companyId)).get()
  const listing = db.select().from(companyListings).where(eq(companyListings.companyId, companyId)).get()
  const takedown = findTakedown(ctx, companyId)
  if (!company || !(listing || takedown)) return null
  return { name: company.name, about: listing?.about ?? null, takedown }
}

/** The listing of the caller's company, for its form; null if it is not in the directory. */
export function getOwnListing(ctx: CompanyContext) {
  const ofOwn = companyInScope(ctx, 'company.read') ?? ''
  const row = ctx.db.select().from(companyListings).where(eq(companyListings.companyId, ofOwn)).get()
  if (!row) return null
  const { trade, companyId } = companyTrades
  const own = ctx.db.select({ trade }).from(companyTrades).where(eq(companyId, ofOwn)).all()
  return {
    about: row.about,
    place: row.place,
    updatedAt: row.updatedAt,
    trades: own.map((one) => one.trade),
  }
}

export type Listing = NonNullable<ReturnType<typeof getOwnListing>>

const own = sql(
  { params: { company: companies.id, now: integer }, row: columns(projects, 'id', 'title') },
  `SELECT id, title FROM projects INDEXED BY projects_company_status_deadline
   WHERE company_id = :company AND status = 'open' AND bid_deadline > :now ORDER BY bid_deadline LIMIT 50`,
)

/** The projects of the caller's company to which it can invite, those that close next first. */
export const listInviting = (ctx: CompanyContext) =>
  own.all(ctx.db, { company: companyInScope(ctx, 'projects.read'), now: ctx.now })

const ids = sql(
  { row: columns(companyListings, 'companyId') },
  `SELECT l.company_id AS companyId FROM company_listings l WHERE ${isShown} ORDER BY l.company_id LIMIT 5000`,
)

/** The companies of the directory, for the sitemap. */
export const listSitemapCompanies = ({ db }: Pick<Context, 'db'>) => ids.all(db)
