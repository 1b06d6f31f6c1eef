import { inArray } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { attachmentsByBid } from '#app/features/bids/attachments/attachments.server.ts'
import { type BidRow, isSealIntact, type Seal } from '#app/features/bids/bid-document.server.ts'
import { lineNetCents } from '#app/features/bids/bid-totals.ts'
import { pricedOptions } from '#app/features/bids/options/options.server.ts'
import { linesByBid, sealsByBid, visibleToOwner } from '#app/features/bids/queries.server.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import type { Database } from '#db/client.server.ts'
import { columns, nullable, required } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { bidSeals, bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'

export type OpenedBid = Pick<BidRow, 'id' | 'currency' | 'netCents' | 'vatCents' | 'grossCents' | 'submittedAt'> & {
  companyName: string
  /** What it asks for the options that it prices, net, in none of its amounts (BID-30), its own alternates among them (BID-31). */
  options: { id: string; description: string; netCents: number; isAlternate: boolean }[]
  /** Of every revision, newest first: the first is what was opened. */
  seals: Seal[]
  /** Whether the bid is what its newest seal was taken of. */
  sealIntact: boolean
}

export type OpeningProtocol = {
  project: { id: string; title: string; companyName: string; bidDeadline: number; timeZone: string | null }
  /** UTC ms. */
  openedAt: number
  /** Who closed the bidding; null where the system did, at the deadline or, `isEarly`, once all invited companies had answered. */
  openedBy: string | null
  isEarly: boolean
  /** In the order in which they were submitted. */
  bids: OpenedBid[]
}

const openerOf = sql(
  { params: { project: projects.id }, row: { name: nullable(users.name) } },
  `SELECT u.name FROM audit_log a INDEXED BY audit_log_subject LEFT JOIN users u ON u.id = a.actor_id
   WHERE a.subject_type = 'project' AND a.subject_id = :project AND a.action = 'project.close_bidding' LIMIT 1`,
)

const openedBids = sql(
  { params: { project: projects.id }, row: { id: bids.id, companyName: companies.name } },
  `SELECT b.id, c.name AS companyName FROM bids b JOIN projects p ON p.id = b.project_id JOIN companies c ON c.id = b.company_id
   WHERE b.project_id = :project AND ${visibleToOwner} ORDER BY b.submitted_at, b.id`,
)

/**
 * The protocol of the opening of bids on the caller's project (BID-9); null for everybody else, and before the opening. A bid that was
 * withdrawn before is not in it.
 */
export function getOpening(ctx: Context, projectId: string): OpeningProtocol | null {
  const project = can(ctx, 'bids.read') ? getOwnProject(ctx, projectId) : null
  if (!project || project.bidsOpenedAt === null) return null
  const { id, title, companyName, bidDeadline, timeZone } = project
  const opened = openedBids.all(ctx.db, { project: id })
  const contents = readBids(
    ctx.db,
    opened.map((row) => row.id),
  )
  return {
    project: { id, title, companyName, bidDeadline, timeZone },
    openedAt: project.bidsOpenedAt,
    openedBy: openerOf.first(ctx.db, { project: id })?.name ?? null,
    isEarly: project.bidsOpenedAt < bidDeadline,
    bids: opened.flatMap(({ id, companyName }) => {
      const bid = contents.get(id)
      return bid ? [{ ...bid, companyName }] : []
    }),
  }
}

/** What was opened of several bids, by id. */
function readBids(db: Database, ids: string[]): Map<string, Omit<OpenedBid, 'companyName'>> {
  const [lines, attachments, sealsOf] = [linesByBid(db, ids), attachmentsByBid(db, ids), sealsByBid(db, ids)]
  const rows = db.select().from(bids).where(inArray(bids.id, ids)).all()
  return new Map(
    rows.map((bid) => {
      const { id, currency, netCents, vatCents, grossCents, submittedAt } = bid
      const seals = sealsOf.get(id) ?? []
      const parts = { lines: lines.get(id) ?? [], attachments: attachments.get(id) ?? [] }
      const sealIntact = isSealIntact(bid, parts, seals)
      const options = pricedOptions(parts.lines).map((line) => ({
        ...{ id: line.id, description: line.description, netCents: lineNetCents(line), isAlternate: line.isAlternate },
      }))
      return [id, { id, currency, netCents, vatCents, grossCents, submittedAt, options, seals, sealIntact }]
    }),
  )
}

const sealByDigest = sql(
  {
    params: { digest: bidSeals.digest },
    row: {
      ...columns(bidSeals, 'bidId', 'revision', 'digest', 'sealedAt'),
      ...columns(projects, 'title', 'timeZone'),
      openedAt: required(projects.bidsOpenedAt),
      clientName: companies.name,
      lastRevision: bids.revision,
    },
  },
  `SELECT s.bid_id AS bidId, s.revision, s.digest, s.sealed_at AS sealedAt, p.title, p.time_zone AS timeZone,
          p.bids_opened_at AS openedAt, c.name AS clientName, b.revision AS lastRevision
   FROM bid_seals s INDEXED BY bid_seals_digest JOIN bids b ON b.id = s.bid_id JOIN projects p ON p.id = b.project_id
   JOIN companies c ON c.id = p.company_id
   WHERE s.digest = :digest AND p.bids_opened_at IS NOT NULL AND ${visibleToOwner} LIMIT 1`,
)

export type CheckedSeal = {
  title: string
  clientName: string
  timeZone: string | null
  digest: string
  revision: number
  sealedAt: number
  openedAt: number
  /** Whether this revision is the one that was opened; an earlier one was replaced by its bidder. */
  isOpened: boolean
  /** Whether the stored bid still has this hash; null for an earlier revision, which only its bidder can read. */
  isIntact: boolean | null
}

/**
 * What a seal proves to anybody who has it (64 lower-case hex digits): when a bid was sealed, and that it is unchanged. Neither bidder nor
 * amounts. Null until the opening, as for an unknown hash: before, nobody may learn that there is a bid (BID-1).
 */
export function checkSeal(db: Database, digest: string): CheckedSeal | null {
  if (!/^[0-9a-f]{64}$/.test(digest)) return null
  const row = sealByDigest.first(db, { digest })
  if (!row) return null
  const { bidId, lastRevision, ...seal } = row
  const isOpened = seal.revision === lastRevision
  return { ...seal, isOpened, isIntact: isOpened ? (readBids(db, [bidId]).get(bidId)?.sealIntact ?? false) : null }
}
