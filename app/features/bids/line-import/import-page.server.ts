import type { CompanyContext } from '#app/features/accounts/context.ts'
import { type BidFormValues, bidFormValues } from '#app/features/bids/form-values.ts'
import { type BidDetail, getBid, getOwnBid } from '#app/features/bids/queries.server.ts'
import { typedForm } from '#app/features/bids/typing/typed-bid.server.ts'
import { usualValidity } from '#app/features/bids/validity/validity.ts'
import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import { unitPriceInputValue } from '#app/features/projects/form-values.ts'
import { getProject, type ProjectDetail } from '#app/features/projects/queries.server.ts'
import { vatRatesOf } from '#app/features/projects/vat-treatment.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import type { PriceList } from './price-list.ts'

export type PricedProject = {
  project: ProjectDetail
  /** The caller's own bid on it that can still be changed; null for a new one. */
  bid: BidDetail | null
}

/** A project with lines that the caller's company can price now, with its own bid; null for every other. */
export function getPricedProject(ctx: CompanyContext, projectId: string): PricedProject | null {
  const project = getProject(ctx, projectId)
  if (!project || project.role === 'owner' || project.lines.length === 0) return null
  if (project.status !== 'open' || !isBeforeDeadline(ctx.now, project.bidDeadline)) return null
  const own = getOwnBid(ctx, projectId)
  const bid = own && (own.status === 'draft' || own.status === 'submitted') ? getBid(ctx, own.id) : null
  return { project, bid }
}

/** The fields of a bid's form with the prices of a list, and where the form is. Lines without a price keep what the bid has. */
export function filledForm(
  ctx: CompanyContext,
  { project, bid }: PricedProject,
  list: PriceList,
  localeContext: LocaleContext,
): { to: string; fields: [name: string, value: string][] } {
  const rates = vatRatesOf(project, ctx.now)
  const stored = bidFormValues(project.lines, bid, rates, localeContext, usualValidity(project))
  const { values } = typedForm(ctx, project, stored)
  const prices = new Map(
    list.rows.flatMap((row) => (row.state === 'priced' ? [[row.projectLineId, row.unitPriceE4] as const] : [])),
  )
  const lines = values.lines.map(({ excluded, ...line }) => {
    const price = prices.get(line.projectLineId ?? '')
    if (price === undefined) return { ...line, ...(excluded && { excluded }) }
    return { ...line, unitPrice: unitPriceInputValue(price, localeContext) }
  })
  const versions: [string, string][] = [['expectedProjectVersion', String(project.version)]]
  if (bid) versions.push(['expectedVersion', String(bid.updatedAt)])
  return {
    to: bid ? `/bids/${bid.id}/edit` : `/bids/new?project=${project.id}`,
    fields: [['submissionId', newSubmissionId()], ...versions, ...fieldsOf({ ...values, lines })],
  }
}

function fieldsOf({ lines, ...values }: BidFormValues): [string, string][] {
  const rows = lines.flatMap((line, row) =>
    Object.entries(line).map(([name, value]): [string, string] => [`lines[${row}].${name}`, value]),
  )
  return [...Object.entries(values), ...rows]
}
