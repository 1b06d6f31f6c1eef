import { z } from 'zod'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { requiredAmount, requiredDay, requiredText } from '#app/platform/forms/field-schemas.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { currencies } from '#db/vocabulary/currencies.ts'

/** A made-up sale for the sample table. */
export const testSaleSchema = (localeContext: LocaleContext) =>
  z
    .object({
      submissionId: submissionIdField,
      product: requiredText(100),
      soldOn: requiredDay,
      amount: requiredAmount(localeContext),
      currency: z.enum(currencies, { error: 'validation:choice' }),
    })
    .transform(({ amount: amountCents, ...rest }) => ({ ...rest, amountCents }))
