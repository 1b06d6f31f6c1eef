import type { CompanyContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { listOwnBidDeadlines } from '#app/features/bids/counts.server.ts'
import { listMilestonesDue } from '#app/features/escrow/counts.server.ts'
import { loadMonth } from '#app/features/finance/month.server.ts'
import { listInvoicesDue } from '#app/features/invoicing/counts.server.ts'
import { listBidDeadlines } from '#app/features/projects/counts.server.ts'
import { localDateTimeText } from '#app/platform/local-time.ts'
import { listActivity } from './activity.server.ts'
import { mixKinds } from './activity.ts'
import { alertsOf } from './alerts.ts'
import { listWaiting } from './attention.server.ts'
import { loadFigures } from './figures.server.ts'
import { loadGuide } from './guide.server.ts'
import { isGuideAway } from './put-guide-away.server.ts'

export type Deadline = {
  kind: 'bidDeadline' | 'submittedBid' | 'milestone' | 'invoiceOut'
  title: string
  /** The title of the project, where the deadline has another title and belongs to one. */
  project?: string
  to: string
  /** Epoch ms for sorting; a whole day counts from its first moment. */
  at: number
  /** The time zone of the project whose deadline it is. */
  timeZone?: string | null
  /** Set if the deadline is a day rather than a moment. */
  on?: string
}

const listed = 10
/** Among how many of the newest actions recent activity looks for each of its kinds. */
const searched = 50

/**
 * Loads a company's dashboard, in a fixed number of statements. The figures of a module that is closed to the user are null.
 */
export function loadDashboard(ctx: CompanyContext) {
  const { projects, offers, client, provider, ageing } = loadFigures(ctx)
  const seesAll = can(ctx, 'projects.read') && can(ctx, 'bids.read') && can(ctx, 'contracts.read')
  const waiting = listWaiting(ctx)
  const deadlines = listDeadlines(ctx)
  const guide = seesAll ? loadGuide(ctx, { published: projects.published, submitted: offers.submitted }) : null
  const guideIsAway = guide !== null && isGuideAway(ctx)
  return {
    figures: { client, provider },
    alerts: alertsOf({
      ...{ now: ctx.now, deadlines, waiting: waiting.length },
      months: can(ctx, 'financials.read') ? loadMonth(ctx).sums : [],
    }),
    ...{ ageing, waiting, deadlines },
    activity: mixKinds(listActivity(ctx, searched)).slice(0, listed),
    guide: guideIsAway ? null : guide,
    guideIsAway,
  }
}

/** The next dates to know, nearest first; what waits for somebody to act stands above (`listWaiting`). */
function listDeadlines(ctx: CompanyContext): Deadline[] {
  const today = localDateTimeText(ctx.now, ctx.actor.timeZone ?? 'Europe/Helsinki').slice(0, 10)
  const all: Deadline[] = [
    ...listBidDeadlines(ctx, listed).map(({ id, title, at, timeZone }) => ({
      kind: 'bidDeadline' as const,
      title,
      to: `/projects/${id}`,
      at,
      timeZone,
    })),
    ...listOwnBidDeadlines(ctx, listed, true).map(({ id, title, at, timeZone }) => ({
      kind: 'submittedBid' as const,
      title,
      to: `/bids/${id}`,
      at,
      timeZone,
    })),
    ...listMilestonesDue(ctx, today, listed).map(({ contractId, title, project, on }) => ({
      kind: 'milestone' as const,
      title,
      project,
      to: `/contracts/${contractId}`,
      at: Date.parse(on),
      on,
    })),
    ...listInvoicesDue(ctx, today, listed).map(({ id, number, on, project }) => ({
      kind: 'invoiceOut' as const,
      title: number,
      ...(project !== null && { project }),
      to: `/invoicing/${id}`,
      at: Date.parse(on),
      on,
    })),
  ]
  return all.sort((a, b) => a.at - b.at).slice(0, listed)
}
