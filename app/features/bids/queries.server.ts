import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { findRanking } from '#app/features/evaluation/evaluation.server.ts'
import { pageSize } from '#app/features/projects/project-filter.ts'
import { getOwnProject, type Page, type ProjectDetail } from '#app/features/projects/queries.server.ts'
import { rankedCents, rankingOf } from '#app/features/projects/vat-treatment.ts'
import { qualificationStates, unqualifiedIds } from '#app/features/qualifications/bid-qualification.server.ts'
import type { QualificationState } from '#app/features/qualifications/check-qualification.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { boolean, columns, integer, list, nullable, type Values } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { bidLines, bidSeals, bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { type Attachment, attachmentsByBid } from './attachments/attachments.server.ts'
import { canSeeBid, isConfirmed } from './bid.ts'
import { hasRequestChanged } from './bid-access.server.ts'
import { type BidLine, type BidRow, bidParts, isSealIntact, listSeals, type Seal } from './bid-document.server.ts'
import type { BidStatusFilter } from './bid-filter.ts'
import { lineNetCents } from './bid-totals.ts'
import { type Comparison, compareBids } from './comparison.ts'
import { type LevelledBid, levelBids, type Plug } from './levelling/levelling.ts'
import { listPlugs } from './levelling/plugs.server.ts'
import { type Extension, extensionsByBid, lastAgreed, openRequest } from './validity/validity.server.ts'

export type BidDetail = Omit<BidRow, 'createdBy'> & {
  companyName: string
  lines: BidLine[]
  /** Those of its last version. */
  attachments: Attachment[]
  role: 'bidder' | 'owner'
  project: Pick<
    typeof projects.$inferSelect,
    | 'id'
    | 'companyId'
    | 'title'
    | 'status'
    | 'bidDeadline'
    | 'timeZone'
    | 'bidsOpenedAt'
    | 'version'
    | 'cancelReason'
    | 'vatTreatment'
    | 'vatGround'
    | 'buyerDeductsVat'
  > & { ownerName: string }
  /** Newest first; empty for a draft. */
  seals: Seal[]
  /** Null for a draft. */
  sealIntact: boolean | null
  /** An addendum has changed the requested lines since the bid was made or confirmed. */
  requestChanged: boolean
  /** The last day on which it binds its bidder (YYYY-MM-DD), with the extensions agreed to; null where it says nothing. */
  boundUntil: string | null
  /** What the client asked for, oldest first, and which of these waits for the bidder's consent. */
  extensions: Extension[]
  openRequest: Extension | null
}

/** A bid: the caller's own always, one on their project once it is opened (BID-1); else null. */
export function getBid(ctx: Context, id: string): BidDetail | null {
  const company = companyInScope(ctx, 'bids.read')
  if (company === '') return null
  const row = ctx.db
    .select({ bid: bids, project: projects, companyName: companies.name })
    .from(bids)
    .innerJoin(projects, eq(projects.id, bids.projectId))
    .innerJoin(companies, eq(companies.id, bids.companyId))
    .where(eq(bids.id, id))
    .get()
  if (!row) return null
  const { bid, project, companyName } = row
  const role = bid.companyId === company ? 'bidder' : project.companyId === company ? 'owner' : 'other'
  if (role === 'other' || !canSeeBid({ ...bid, bidsOpenedAt: project.bidsOpenedAt }, role)) return null
  const owner = ctx.db.select({ name: companies.name }).from(companies).where(eq(companies.id, project.companyId)).get()
  const parts = bidParts(ctx.db, id)
  const seals = listSeals(ctx.db, id)
  const extensions = extensionsByBid(ctx.db, [id]).get(id) ?? []
  const { createdBy: _, ...shown } = bid
  const { companyId, title, status, bidDeadline, timeZone, bidsOpenedAt, version, cancelReason } = project
  const { vatTreatment, vatGround, buyerDeductsVat } = project
  return {
    ...shown,
    companyName,
    ...parts,
    role,
    project: {
      id: project.id,
      companyId,
      title,
      status,
      bidDeadline,
      timeZone,
      bidsOpenedAt,
      version,
      cancelReason,
      ...{ vatTreatment, vatGround, buyerDeductsVat },
      ownerName: owner?.name ?? '',
    },
    seals: role === 'bidder' ? seals : seals.slice(0, 1),
    sealIntact: seals.length > 0 ? isSealIntact(bid, parts, seals) : null,
    requestChanged: hasRequestChanged(ctx.db, bid),
    boundUntil: lastAgreed(bid, extensions),
    extensions,
    openRequest: openRequest(bid, extensions),
  }
}

export type BidContent = BidRow & Pick<BidDetail, 'companyName' | 'lines' | 'attachments' | 'seals' | 'sealIntact'>

/** What a bid says, with its last seal. Checks no right: the caller has. */
export function findBid(db: Database | Transaction, id: string): BidContent | null {
  const row = db
    .select({ bid: bids, companyName: companies.name })
    .from(bids)
    .innerJoin(companies, eq(companies.id, bids.companyId))
    .where(eq(bids.id, id))
    .get()
  if (!row) return null
  const { bid, companyName } = row
  const parts = bidParts(db, id)
  const seals = listSeals(db, id).slice(0, 1)
  return { ...bid, companyName, ...parts, seals, sealIntact: isSealIntact(bid, parts, seals) }
}

const ownBid = sql(
  {
    params: { project: projects.id, company: companies.id },
    row: columns(bids, 'id', 'status', 'grossCents', 'currency', 'projectVersion', 'revision', 'submittedAt', 'reason'),
  },
  `SELECT id, status, gross_cents AS grossCents, currency, project_version AS projectVersion, revision,
          submitted_at AS submittedAt, reason
   FROM bids WHERE project_id = :project AND company_id = :company
   ORDER BY status IN ('draft', 'submitted', 'opened', 'shortlisted', 'awarded', 'won') DESC, id DESC LIMIT 1`,
)

export type OwnBid = RowOf<typeof ownBid>

/** The bid of the caller's company on a project: the live one, else the latest. */
export function getOwnBid(ctx: Context, projectId: string): OwnBid | null {
  return ownBid.first(ctx.db, { project: projectId, company: companyInScope(ctx, 'bids.read') })
}

const listed = {
  params: { company: companies.id, status: nullable(bids.status), limit: integer, offset: integer },
  row: {
    ...columns(bids, 'id', 'status', 'grossCents', 'currency', 'timelineWeeks', 'submittedAt'),
    projectId: projects.id,
    title: projects.title,
    ownerName: companies.name,
    projectStatus: projects.status,
    ...columns(projects, 'bidDeadline', 'timeZone'),
    unconfirmed: boolean,
  },
}
/** `unconfirmed`: an addendum was published after the submission, and the bidder must confirm the bid. */
export type BidListRow = Values<typeof listed.row>

/** Each list has an index in its order. */
function bidListQueries(by: 'any' | 'status' | 'pending') {
  const index = { any: 'bids_company', status: 'bids_company_status', pending: 'bids_company_pending' }[by]
  const narrowed = {
    any: '',
    status: 'AND b.status = :status',
    pending: `AND b.status IN ('submitted','opened','shortlisted')`,
  }
  const from = `FROM bids b INDEXED BY ${index}`
  const where = `WHERE b.company_id = :company ${narrowed[by]}`
  return {
    list: sql(
      listed,
      `SELECT b.id, b.status, b.gross_cents AS grossCents, b.currency, b.timeline_weeks AS timelineWeeks,
              b.submitted_at AS submittedAt, p.id AS projectId, p.title, c.name AS ownerName, p.status AS projectStatus,
              p.bid_deadline AS bidDeadline, p.time_zone AS timeZone,
              b.status = 'submitted' AND p.status = 'open' AND b.project_version < p.version AS unconfirmed
       ${from} CROSS JOIN projects p ON p.id = b.project_id CROSS JOIN companies c ON c.id = p.company_id
       ${where} ORDER BY b.id DESC LIMIT :limit OFFSET :offset`,
    ),
    count: sql(
      { params: listed.params, row: { total: integer } },
      `SELECT count(*) AS total FROM (SELECT 1 ${from} ${where} LIMIT 1001)`,
    ),
  }
}
const bidLists = { any: bidListQueries('any'), status: bidListQueries('status'), pending: bidListQueries('pending') }

/** The bids of the caller's company, newest first. */
export function listBids(ctx: Context, filter: { status: BidStatusFilter | null; page: number }): Page<BidListRow> {
  const isPending = filter.status === 'pending'
  const { list, count } = bidLists[isPending ? 'pending' : filter.status ? 'status' : 'any']
  const place = {
    company: companyInScope(ctx, 'bids.read'),
    status: filter.status === 'pending' ? null : filter.status,
    limit: pageSize,
    offset: (filter.page - 1) * pageSize,
  }
  const { total } = count.one(ctx.db, place)
  return { rows: list.all(ctx.db, place), total: Math.min(total, 1000), isMore: total > 1000 }
}

/** `canSeeBid` for the owner as SQL, for bid `b` on a project `p` whose bids are opened. */
export const visibleToOwner = `b.status NOT IN ('draft', 'submitted')
  AND (b.status <> 'withdrawn' OR b.withdrawn_at > p.bids_opened_at)`

export type ComparedBidder = Pick<
  BidRow,
  | 'id'
  | 'status'
  | 'timelineWeeks'
  | 'approach'
  | 'currency'
  | 'submittedAt'
  | 'projectVersion'
  | 'withdrawnAt'
  | 'reason'
  | 'inclusions'
  | 'exclusions'
> &
  Pick<BidDetail, 'companyName' | 'attachments' | 'boundUntil' | 'openRequest'> & {
    sealIntact: boolean
    /** Alternates that its bidder thought up, net, in no figure of the comparison (BID-31). */
    alternates: { id: string; description: string; netCents: number }[]
    /** Its requirements and certificates in one word, today. */
    qualification: QualificationState
    /** Whether it can still come in order: its bidder has time to complete it, or was never asked. */
    mayComplete: boolean
  }

export type ProjectComparison = {
  project: ProjectDetail
  bidders: ComparedBidder[]
  comparison: Comparison
  /** What the client reckons for gaps, and the bids with it, in the order of `comparison.totals` (BID-7). */
  plugs: Plug[]
  levelling: LevelledBid[]
  /** The ranks by the award criteria (BID-12), best first: `none` where the price decides, `pending` until all evaluators have submitted. */
  scores: ReturnType<typeof findRanking>
}

/**
 * The opened bids on the caller's project for comparison, cheapest first by `rankingOf`. Rejected and withdrawn bids come last and are left
 * out of all figures. Null for everybody else; `bidders` is empty until the opening.
 */
export function getComparison(ctx: Context, projectId: string): ProjectComparison | null {
  const project = can(ctx, 'bids.read') ? getOwnProject(ctx, projectId) : null
  if (!project) return null
  const ranking = rankingOf(project)
  const ranked = (bid: BidRow) => rankedCents(bid, ranking)
  const rows = ctx.db
    .select({ bid: bids, companyName: companies.name })
    .from(bids)
    .innerJoin(companies, eq(companies.id, bids.companyId))
    .where(eq(bids.projectId, projectId))
    .all()
    .filter(({ bid }) => canSeeBid({ ...bid, bidsOpenedAt: project.bidsOpenedAt }, 'owner'))
    .sort((a, b) => place(a.bid) - place(b.bid) || ranked(a.bid) - ranked(b.bid) || (a.bid.id < b.bid.id ? -1 : 1))
  const opened = rows.map(({ bid }) => bid)
  const ids = opened.map(({ id }) => id)
  const lines = linesByBid(ctx.db, ids)
  const seals = sealsByBid(ctx.db, ids)
  const attachments = attachmentsByBid(ctx.db, ids)
  const extensions = extensionsByBid(ctx.db, ids)
  const qualifications = qualificationStates(ctx.db, project, opened, ctx.now)
  const bidders = rows.map(({ bid, companyName }) => ({
    id: bid.id,
    qualification: qualifications.get(bid.id)?.state ?? ('none' as const),
    mayComplete: qualifications.get(bid.id)?.isOpen ?? false,
    status: bid.status,
    timelineWeeks: bid.timelineWeeks,
    approach: bid.approach,
    currency: bid.currency,
    submittedAt: bid.submittedAt,
    projectVersion: bid.projectVersion,
    withdrawnAt: bid.withdrawnAt,
    reason: bid.reason,
    inclusions: bid.inclusions,
    exclusions: bid.exclusions,
    boundUntil: lastAgreed(bid, extensions.get(bid.id) ?? []),
    openRequest: openRequest(bid, extensions.get(bid.id) ?? []),
    companyName,
    attachments: attachments.get(bid.id) ?? [],
    alternates: (lines.get(bid.id) ?? [])
      .filter(({ isAlternate }) => isAlternate)
      .map((line) => ({ id: line.id, description: line.description, netCents: lineNetCents(line) })),
    sealIntact: isSealIntact(
      bid,
      { lines: lines.get(bid.id) ?? [], attachments: attachments.get(bid.id) ?? [] },
      seals.get(bid.id) ?? [],
    ),
  }))
  const standing = rows.filter(({ bid }) => place(bid) === 0)
  const unqualified = unqualifiedIds(ctx.db, project, opened, ctx.now)
  const compared = standing.map(({ bid }) => ({
    id: bid.id,
    isConfirmed: isConfirmed(bid, project),
    isQualified: !unqualified.has(bid.id),
    lines: lines.get(bid.id) ?? [],
  }))
  const comparison = compareBids(project.lines, compared, ranking)
  const plugs = listPlugs(ctx.db, projectId)
  return {
    project,
    bidders,
    comparison,
    plugs,
    levelling: levelBids(comparison, plugs),
    scores: findRanking(ctx.db, project, unqualified),
  }
}

/** 0: live, or a candidate to the end; 1: rejected or withdrawn. */
function place(bid: Pick<BidRow, 'status'>): number {
  return bid.status === 'rejected' || bid.status === 'withdrawn' ? 1 : 0
}

const linesOfBids = sql(
  {
    params: { ids: list(bids.id) },
    row: {
      ...columns(bidLines, 'id', 'bidId', 'projectLineId', 'position', 'description', 'quantityMilli', 'unit'),
      ...columns(bidLines, 'unitPriceE4', 'vatRateBp', 'vatCategory', 'vatGround', 'excluded', 'priceForm'),
      ...columns(bidLines, 'overrunShareBp', 'underrunShareBp', 'isOption', 'isAlternate'),
    },
  },
  `SELECT id, bid_id AS bidId, project_line_id AS projectLineId, position, description, quantity_milli AS quantityMilli, unit,
          unit_price_e4 AS unitPriceE4, vat_rate_bp AS vatRateBp, vat_category AS vatCategory, vat_ground AS vatGround, excluded,
          price_form AS priceForm, overrun_share_bp AS overrunShareBp, underrun_share_bp AS underrunShareBp,
          is_option AS isOption, is_alternate AS isAlternate
   FROM bid_lines WHERE bid_id IN (SELECT value FROM json_each(:ids)) ORDER BY position`,
)

/** The lines of several bids, in order. Checks no right: the caller has. */
export function linesByBid(db: Database | Transaction, bidIds: string[]): Map<string, BidLine[]> {
  const lines = new Map<string, BidLine[]>()
  for (const { bidId, ...line } of linesOfBids.all(db, { ids: bidIds })) {
    const before = lines.get(bidId)
    if (before) before.push(line)
    else lines.set(bidId, [line])
  }
  return lines
}

const sealsOfBids = sql(
  { params: { ids: list(bids.id) }, row: columns(bidSeals, 'bidId', 'revision', 'digest', 'sealedAt') },
  `SELECT bid_id AS bidId, revision, digest, sealed_at AS sealedAt FROM bid_seals
   WHERE bid_id IN (SELECT value FROM json_each(:ids)) ORDER BY revision DESC`,
)

/** The seals of several bids, newest first. Checks no right: the caller has. */
export function sealsByBid(db: Database | Transaction, bidIds: string[]): Map<string, Seal[]> {
  const seals = new Map<string, Seal[]>()
  for (const { bidId: of, ...seal } of sealsOfBids.all(db, { ids: bidIds }))
    seals.set(of, [...(seals.get(of) ?? []), seal])
  return seals
}

const visibleBids = sql(
  { params: { project: projects.id, company: nullable(companies.id) }, row: { total: integer } },
  `SELECT count(*) AS total FROM bids b JOIN projects p ON p.id = b.project_id
   WHERE b.project_id = :project AND p.company_id = :company AND p.bids_opened_at IS NOT NULL AND ${visibleToOwner}`,
)

/** The number of bids that the project's owner may see: zero until the opening. */
export function countVisibleBids(ctx: Context, projectId: string): number {
  return visibleBids.one(ctx.db, { project: projectId, company: companyInScope(ctx, 'bids.read') }).total
}
