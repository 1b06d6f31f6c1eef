import { z } from 'zod'
import { maxOwnCategories } from '#app/features/finance/add-own-category.server.ts'
import { parseChartValue } from '#app/features/finance/chart.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { optionalAmount } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { financialCategories } from '#db/vocabulary/finance.ts'

/** An amount for each category; those without one are not in the budget. */
export const budgetSchema = (localeContext: LocaleContext) =>
  z
    .object({
      expectedVersion: expectedVersionField,
      lines: z
        .array(z.object({ category: z.string().max(100).default(''), amount: optionalAmount(localeContext) }))
        .max(financialCategories.length + maxOwnCategories)
        .default([]),
    })
    .transform(({ lines, ...rest }) => ({
      ...rest,
      lines: lines.flatMap(({ category, amount }) => {
        const place = parseChartValue(category)
        return place && amount ? [{ ...place, amountCents: amount }] : []
      }),
    }))
