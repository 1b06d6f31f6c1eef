import type { CompanyContext } from '#app/features/accounts/context.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { getVatBasis } from './set-vat-basis.server.ts'
import { daysOfPeriod, periodsBefore } from './vat-period.ts'

/** The period that an address asks for, by default the month before this one, with the company's basis. */
export function readVatChoice(ctx: CompanyContext, request: Request) {
  const { searchParams } = new URL(request.url)
  const periods = periodsBefore(businessDay(ctx.now))
  const usual = periods.months[1] ?? ''
  const asked = searchParams.get('period') ?? ''
  const period = daysOfPeriod(asked) ? asked : usual
  const basis = getVatBasis(ctx)
  const days = daysOfPeriod(period)
  if (!days) throw new Error(`${period} is no period`)
  return { choice: { period, basis, ...days }, periods }
}
