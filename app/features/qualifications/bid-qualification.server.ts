import { and, asc, eq, inArray, max } from 'drizzle-orm'
import { businessDay } from '#app/platform/business-day.ts'
import { conflict } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { list, nullable } from '#db/fields.server.ts'
import { awards, bidCompletions, bids } from '#db/schema/bids.ts'
import { minimumRequirements } from '#db/schema/evaluation.ts'
import { projects } from '#db/schema/projects.ts'
import { demandedCertificates } from '#db/schema/qualifications.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { BidQualification, NamedCertificate } from '#db/vocabulary/qualifications.ts'
import { listCertificates } from './certificates.server.ts'
import {
  type AskedOfBidders,
  checkQualification,
  isInOrder,
  type QualificationItem,
  type QualificationState,
  qualificationState,
} from './check-qualification.ts'

type Project = Pick<typeof projects.$inferSelect, 'id' | 'currency'>
type Bid = Pick<typeof bids.$inferSelect, 'id' | 'qualification'>

const asked = sql(
  {
    params: { projects: list(projects.id) },
    row: {
      projectId: demandedCertificates.projectId,
      requirement: nullable(minimumRequirements.text),
      kind: nullable(demandedCertificates.kind),
      label: nullable(demandedCertificates.label),
      minSumCents: nullable(demandedCertificates.minSumCents),
    },
  },
  `SELECT projectId, requirement, kind, label, minSumCents FROM (
     SELECT 1 AS part, position, project_id AS projectId, text AS requirement, NULL AS kind, NULL AS label, NULL AS minSumCents
     FROM minimum_requirements WHERE project_id IN (SELECT value FROM json_each(:projects))
     UNION ALL
     SELECT 2, position, project_id, NULL, kind, label, min_sum_cents
     FROM demanded_certificates WHERE project_id IN (SELECT value FROM json_each(:projects)))
   ORDER BY part, position`,
)

/** What a project asks of every bidder. Checks no right: the caller has. */
export function askedOfBidders(db: Database | Transaction, project: Project): AskedOfBidders {
  return askedOf(asked.all(db, { projects: [project.id] }), project)
}

function askedOf(rows: readonly RowOf<typeof asked>[], { id, currency }: Project): AskedOfBidders {
  const own = rows.filter(({ projectId }) => projectId === id)
  return {
    requirements: own.flatMap(({ requirement }) => requirement ?? []),
    certificates: own.flatMap(({ kind, label, minSumCents }) => (kind ? [{ kind, label, minSumCents }] : [])),
    currency,
  }
}

export type Completion = Pick<
  typeof bidCompletions.$inferSelect,
  'id' | 'message' | 'askedAt' | 'dueAt' | 'completedAt' | 'statement'
>

/** The requests to complete these bids, oldest first, with what their bidders added. */
export function completionsByBid(db: Database | Transaction, bidIds: readonly string[]): Map<string, Completion[]> {
  const found = new Map<string, Completion[]>()
  const { id, bidId, message, askedAt, dueAt, completedAt, statement } = bidCompletions
  const rows = db
    .select({ id, bidId, message, askedAt, dueAt, completedAt, statement })
    .from(bidCompletions)
    .where(inArray(bidId, [...bidIds]))
    .orderBy(asc(id))
    .all()
  for (const { bidId: of, ...completion } of rows) found.set(of, [...(found.get(of) ?? []), completion])
  return found
}

/** The request that waits for the bidder now (UTC ms), or null. */
export const openCompletion = (completions: readonly Completion[], now: number): Completion | null =>
  completions.find(({ completedAt, dueAt }) => completedAt === null && now < dueAt) ?? null

/** What a bid answers to what is asked, today. A bid of before such answers were asked has nothing to answer. */
function itemsOf(of: AskedOfBidders, { qualification }: Bid, completions: readonly Completion[], now: number) {
  if (qualification === null) return []
  const added = completions.flatMap(({ statement }) => statement ?? [])
  return checkQualification(of, [qualification, ...added], businessDay(now))
}

/**
 * The requests of this evaluation. An award that was revoked begins another, often months later, when certificates that were in order have grown too
 * old: their bidders may be asked once more, or nobody but a new tender could have the work.
 */
function sinceRevocation(
  db: Database | Transaction,
  projectId: string,
  completions: readonly Completion[],
): Completion[] {
  if (completions.length === 0) return []
  const last = db
    .select({ at: max(awards.revokedAt) })
    .from(awards)
    .where(eq(awards.projectId, projectId))
    .get()
  return completions.filter(({ askedAt }) => askedAt > (last?.at ?? 0))
}

/** What a bid answers, with its requests for completion, of which `asked` are those of this evaluation. Checks no right: the caller has. */
export function qualificationOf(db: Database | Transaction, bid: Bid, project: Project, now: number) {
  const completions = completionsByBid(db, [bid.id]).get(bid.id) ?? []
  const items = itemsOf(askedOfBidders(db, project), bid, completions, now)
  const asked = sinceRevocation(db, project.id, completions)
  return { items, completions, asked, open: openCompletion(completions, now) }
}

/**
 * The state of each of these bids, and whether it can still come in order: its bidder has time to complete it, or was not asked in this evaluation. In
 * two queries, one more where somebody was asked, and none more where the project asks nothing; then it is of no bid.
 */
export function qualificationStates(
  db: Database | Transaction,
  project: Project,
  of: readonly Bid[],
  now: number,
): Map<string, { state: QualificationState; isOpen: boolean }> {
  const demanded = askedOfBidders(db, project)
  if (demanded.requirements.length + demanded.certificates.length === 0) return new Map()
  const ids = of.map(({ id }) => id)
  const completions = completionsByBid(db, ids)
  const current = new Set(sinceRevocation(db, project.id, [...completions.values()].flat()).map(({ id }) => id))
  return new Map(
    of.map((bid) => {
      const ofBid = completions.get(bid.id) ?? []
      const items = itemsOf(demanded, bid, ofBid, now)
      const state = qualificationState(items, openCompletion(ofBid, now)?.dueAt ?? null, now)
      const wasAsked = ofBid.some(({ id }) => current.has(id))
      return [bid.id, { state, isOpen: state === 'asked' || (state === 'missing' && !wasAsked) }]
    }),
  )
}

const lastAwards = sql(
  {
    params: { projects: list(projects.id) },
    row: { projectId: bids.projectId, awardedAt: awards.awardedAt },
  },
  `SELECT b.project_id AS projectId, max(a.awarded_at) AS awardedAt FROM bids b JOIN awards a INDEXED BY awards_bid ON a.bid_id = b.id
   WHERE b.project_id IN (SELECT value FROM json_each(:projects)) GROUP BY b.project_id`,
)

/**
 * Which of these bids are out of the ranks and of every figure made from all (PROJ-20): those not in order today, or, once the project is
 * awarded, on the day of the award.
 */
export function unqualifiedIds(
  db: Database | Transaction,
  project: Project & Pick<typeof projects.$inferSelect, 'status'>,
  of: readonly Bid[],
  now: number,
): Set<string> {
  return unqualifiedAmong(
    db,
    [project],
    of.map((bid) => ({ ...bid, projectId: project.id })),
    now,
  )
}

/** The same for bids on several projects, in three queries. */
export function unqualifiedAmong(
  db: Database | Transaction,
  of: readonly (Project & Pick<typeof projects.$inferSelect, 'status'>)[],
  among: readonly (Bid & { projectId: string })[],
  now: number,
): Set<string> {
  const ids = of.map(({ id }) => id)
  const rows = asked.all(db, { projects: ids })
  if (rows.length === 0) return new Set()
  const answering = among.filter(({ projectId }) => rows.some((row) => row.projectId === projectId))
  const completions = completionsByBid(
    db,
    answering.map(({ id }) => id),
  )
  const awarded = lastAwards.all(db, { projects: ids })
  return new Set(
    of.flatMap((project) => {
      const awardedAt = awarded.find(({ projectId }) => projectId === project.id)?.awardedAt
      const at = project.status === 'evaluating' ? now : (awardedAt ?? now)
      const demanded = askedOf(rows, project)
      return answering
        .filter(({ projectId }) => projectId === project.id)
        .flatMap((bid) => (itemsOf(demanded, bid, completions.get(bid.id) ?? [], at).every(isInOrder) ? [] : bid.id))
    }),
  )
}

/**
 * Refuses to rely on a bid whose requirements and certificates are not in order today (PROJ-20). Returns what was checked.
 * @throws AppError conflict; the page lists what is missing
 */
export function requireQualified(
  tx: Database | Transaction,
  { now }: { now: number },
  { bid, project }: { bid: Bid; project: Project },
): QualificationItem[] {
  const { items } = qualificationOf(tx, bid, project, now)
  const count = items.filter((item) => !isInOrder(item)).length
  if (count > 0) throw conflict('qualification:refused.notQualified', { params: { count } })
  return items
}

/** `requireQualified` of the bid that a project was awarded to, when its contract is signed. */
export function requireStillQualified(tx: Database | Transaction, clock: { now: number }, projectId: string): void {
  const found = tx
    .select({ bid: bids, project: projects })
    .from(bids)
    .innerJoin(projects, eq(projects.id, bids.projectId))
    .where(and(eq(bids.projectId, projectId), eq(bids.status, 'awarded')))
    .get()
  if (found) requireQualified(tx, clock, found)
}

/** What a bid of now says before its bidder has answered anything: null where nothing is asked. */
export function statedQualification(tx: Transaction, bid: Bid, project: Project): BidQualification | null {
  const { requirements, certificates } = askedOfBidders(tx, project)
  return bid.qualification ?? (requirements.length + certificates.length > 0 ? { answers: [], certificates: [] } : null)
}

/** What a form answers: the words of a requirement, the kind and name of a demanded certificate, and which certificates are meant. */
export type QualificationInput = {
  answers: ReadonlyArray<{
    requirement: string
    meets: boolean | null
    words: string | null
    certificateId: string | null
  }>
  certificates: ReadonlyArray<{ kind: string; label: string | null; certificateId: string | null }>
}

/**
 * A form's answers as a statement, with the certificates as they are now: those that the company keeps, and those that the bid has named
 * before. Only what is asked is taken; what was left out is not answered.
 */
export function statementOf(
  tx: Transaction,
  companyId: string,
  { requirements, certificates: demanded }: Pick<AskedOfBidders, 'requirements' | 'certificates'>,
  input: QualificationInput,
  before: BidQualification | null,
): BidQualification {
  const kept: NamedCertificate[] = listCertificates(tx, companyId)
  const named = [
    ...(before?.certificates ?? []).map(({ certificate }) => certificate),
    ...(before?.answers ?? []).flatMap(({ certificate }) => certificate ?? []),
  ]
  const find = (id: string | null) => [...kept, ...named].find((one) => one.id === id) ?? null
  return {
    answers: requirements.flatMap((requirement) => {
      const given = input.answers.find((one) => one.requirement === requirement)
      if (!given || given.meets === null) return []
      const { meets, words, certificateId } = given
      return { requirement, meets, words, certificate: find(certificateId) }
    }),
    certificates: demanded.flatMap(({ kind, label }) => {
      const given = input.certificates.find((one) => one.kind === kind && one.label === label)
      const certificate = find(given?.certificateId ?? null)
      return certificate?.kind === kind ? { demanded: { kind, label }, certificate } : []
    }),
  }
}
