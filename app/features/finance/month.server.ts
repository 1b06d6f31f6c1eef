import type { CompanyContext } from '#app/features/accounts/context.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { listEntries } from './entries.server.ts'
import { currenciesOf, summarise } from './report.ts'

/** The income and expenses of this month so far, without VAT, by currency. */
export function loadMonth(ctx: CompanyContext) {
  const today = businessDay(ctx.now)
  const month = today.slice(0, 7)
  const entries = listEntries(ctx, `${month}-01`, today)
  const sums = currenciesOf(entries).map((currency) => ({ currency, ...summarise(entries, currency, []).total }))
  return { from: `${month}-01`, to: today, sums }
}
