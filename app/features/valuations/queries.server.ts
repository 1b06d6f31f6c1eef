import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { can, permittedActions } from '#app/features/accounts/require-right.server.ts'
import { type MilestoneRole, restOf } from '#app/features/escrow/milestone.ts'
import { type EscrowContract, type EscrowMilestone, getMilestone } from '#app/features/escrow/queries.server.ts'
import { readsDispute } from '#app/features/escrow/readable-file.server.ts'
import { withinProject } from '#app/features/projects/members/role-on-project.server.ts'
import type { Database } from '#db/client.server.ts'
import { milestoneValuations } from '#db/schema/valuations.ts'
import { closedMilestoneStatuses, type MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { valuationFilesOf } from './certificate-text.server.ts'
import {
  certifiedToDate,
  isScheduleUsed,
  lastSchedule,
  listCertificates,
  listValuations,
  type ScheduleRow,
  scheduleIn,
  scheduleLines,
  type ValuationRow,
  valuedLines,
} from './rows.server.ts'
import { mayPropose, type ScheduleAction, scheduleMachine, scheduleRights } from './schedule.ts'
import {
  amountsThisTime,
  certificateName,
  isWorkedOn,
  lineValue,
  type ValuationAction,
  valuationMachine,
  valuationName,
  valuationRights,
  valueToDate,
} from './valuation.ts'

type Found = { milestone: EscrowMilestone; contract: EscrowContract; role: MilestoneRole }

/** A milestone that escrow pays, for the parties of its contract and, in a dispute, for admins (ESC-10); null for everybody else. */
function findMilestone(ctx: UserContext, milestoneId: string): Found | null {
  const found = getMilestone(ctx, milestoneId)
  if (found?.contract.paymentMethod !== 'secure_escrow') return null
  const { milestone, contract, role } = found
  if (role === 'admin' && !readsDispute(ctx, contract.id)) return null
  return { milestone, contract, role }
}

const partyOf = (role: MilestoneRole) => (role === 'client' || role === 'provider' ? role : null)
const factsOf = ({ milestone, contract }: Found) => ({
  contractIsActive: contract.status === 'active',
  milestoneStatus: milestone.status,
})

/** How a milestone is paid as its work goes on: its schedule of values, the valuations, and what the reader may do now. */
export function getValuations(reader: UserContext, milestoneId: string) {
  const found = findMilestone(reader, milestoneId)
  if (!found) return null
  const ctx = withinProject(reader, found.contract.projectId)
  const { milestone, role } = found
  const { db } = ctx
  const accepted = scheduleIn(db, milestoneId, 'accepted')
  const proposed = scheduleIn(db, milestoneId, 'proposed')
  const last = lastSchedule(db, milestoneId)
  const rows = listValuations(db, milestoneId)
  const open = rows.find(({ status }) => status === 'claimed') ?? null
  const addsUp = accepted?.netCents === milestone.netCents
  const party = partyOf(role)
  const facts = factsOf(found)
  const isProvider = role === 'provider' && can(ctx, 'escrow.submit')
  const proposal = { ...facts, isEscrow: true, isProposed: proposed !== null, isUsed: isScheduleUsed(db, milestoneId) }
  return {
    ...found,
    schedule: accepted && addsUp ? withProgress(db, accepted) : null,
    proposed: proposed && { ...proposed, lines: scheduleLines(db, proposed.id) },
    /** Why the last proposal was declined, while nothing came after it. */
    declined: last?.status === 'declined' ? last.decisionReason : null,
    valuations: rows.map((row) => summaryOf(ctx, found, row)),
    open: open && { id: open.id, name: valuationName(open.number), claimedAt: open.claimedAt },
    isWorkedOn: isWorkedOn(facts),
    mayPropose: isProvider && mayPropose(proposal),
    mayClaim: isProvider && isWorkedOn(facts) && accepted !== null && addsUp && open === null && !isWhole(milestone),
    scheduleActions: proposed && party ? scheduleActionsOf(ctx, found, proposed, party) : [],
  }
}
export type MilestoneValuations = NonNullable<ReturnType<typeof getValuations>>

const isWhole = (milestone: EscrowMilestone) => restOf(milestone).netCents <= 0

function scheduleActionsOf(
  ctx: UserContext,
  { milestone, contract }: Found,
  { status, netCents }: ScheduleRow,
  party: 'client' | 'provider',
): ScheduleAction[] {
  const facts = { addsUp: netCents === milestone.netCents, contractIsActive: contract.status === 'active' }
  return permittedActions(ctx, scheduleMachine.allowed(status, party, facts), scheduleRights)
}

function withProgress(db: Database, schedule: ScheduleRow) {
  const done = certifiedToDate(db, schedule.milestoneId)
  const lines = scheduleLines(db, schedule.id).map((line) => {
    const certifiedDone = done.get(line.id) ?? 0
    return { ...line, certifiedDone, certifiedCents: lineValue(line, certifiedDone) }
  })
  return { ...schedule, lines }
}

/** A valuation that nobody answered before its milestone was closed is answered no more. */
function statusOf(status: ValuationRow['status'], milestone: { status: MilestoneStatus }) {
  const isClosed = closedMilestoneStatuses.some((closed) => closed === milestone.status)
  return status === 'claimed' && isClosed ? ('lapsed' as const) : status
}

function summaryOf(ctx: UserContext, { milestone }: Found, row: ValuationRow) {
  const lines = valuedLines(ctx.db, row.id)
  const certificate = listCertificates(ctx.db, milestone.id).find(({ valuationId }) => valuationId === row.id)
  return {
    id: row.id,
    name: valuationName(row.number),
    status: statusOf(row.status, milestone),
    claimedAt: row.claimedAt,
    claimedToDateCents: valueToDate(lines.map((line) => ({ ...line, done: line.claimedDone }))),
    certificate: certificate
      ? {
          ...{ id: certificate.id, name: certificateName(certificate.number), netCents: certificate.netCents },
          ...{ grossCents: certificate.grossCents, retainedCents: certificate.retainedCents },
          certifiedAt: certificate.certifiedAt,
        }
      : null,
  }
}

/** One valuation with its lines, files and certificate, and what the reader may do with it; null for strangers. */
export function getValuation(reader: UserContext, valuationId: string) {
  const { db } = reader
  const row = db.select().from(milestoneValuations).where(eq(milestoneValuations.id, valuationId)).get()
  const found = row ? findMilestone(reader, row.milestoneId) : null
  if (!row || !found) return null
  const ctx = withinProject(reader, found.contract.projectId)
  const { milestone, role } = found
  const certificates = listCertificates(db, milestone.id)
  const certificate = certificates.find((one) => one.valuationId === row.id) ?? null
  const before = certificates.filter((one) => certificate === null || one.number < certificate.number).at(-1)
  const doneBefore = new Map(
    before ? valuedLines(db, before.valuationId).map((line) => [line.lineId, line.certifiedDone ?? 0]) : [],
  )
  const lines = valuedLines(db, row.id).map((line) => ({
    ...line,
    doneBefore: doneBefore.get(line.lineId) ?? 0,
    claimedCents: lineValue(line, line.claimedDone),
  }))
  const party = partyOf(role)
  return {
    ...found,
    valuation: {
      ...{ id: row.id, name: valuationName(row.number), note: row.note, claimedAt: row.claimedAt },
      ...{ status: statusOf(row.status, milestone), reason: row.decisionReason, lines },
      files: valuationFilesOf(db, row.id),
      claimed: amountsThisTime(milestone, valueToDate(lines.map((line) => ({ ...line, done: line.claimedDone })))),
    },
    certificate,
    actions: party
      ? permittedActions<ValuationAction>(
          ctx,
          valuationMachine.allowed(row.status, party, factsOf(found)),
          valuationRights,
        )
      : [],
  }
}
export type ValuationDetail = NonNullable<ReturnType<typeof getValuation>>
