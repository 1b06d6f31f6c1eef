import { splitChoices, suggestMilestones } from '#app/features/contracts/milestone-plan.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { typedValues } from '#app/platform/forms/form.server.ts'
import { decimalText, type VatGroup } from '#app/platform/money.ts'

/** The number of milestones that is asked for; undefined if it is none of those offered. */
export const splitOf = (asked: unknown) => splitChoices.find((count) => count === Number(asked))

/** The net of an awarded bid in so many milestones, as the form of a contract writes amounts and rates. */
export const suggestedPlan = (groups: readonly VatGroup[], parts: number, { decimalMark }: LocaleContext) =>
  suggestMilestones(groups, parts).map(({ netCents, vatRateBp }) => ({
    amount: decimalText(netCents).replace('.', decimalMark),
    vatRateBp: String(vatRateBp),
  }))

/** Everything that was typed into a form, for it to be shown again with other milestones. */
export const typedBeside = (form: FormData): Record<string, unknown> =>
  typedValues([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])))
