import { z } from 'zod'
import { signerRole, textOrEmpty } from '#app/features/contracts/schemas.server.ts'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
import { optionalText, requiredAmount, requiredName, requiredText } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { finalItemAnswers, finalItemKinds } from '#db/vocabulary/final-accounts.ts'

/** Items of one party in one final account. */
const maxItems = 100

/** The form of a party's part of a final account. */
export const finalAccountSchema = perLocaleContext((localeContext) =>
  z.object({
    submissionId: submissionIdField,
    expectedVersion: expectedVersionField,
    items: z
      .array(
        z
          .object({
            kind: z.enum(finalItemKinds, { error: 'validation:choice' }),
            description: requiredText(2000),
            amount: requiredAmount(localeContext),
          })
          .transform(({ amount, ...item }) => ({ ...item, amountCents: amount })),
      )
      .max(maxItems, `finalaccount:invalid.tooMany?count=${maxItems}`)
      .default([]),
    answers: z
      .array(
        z.object({
          id: z.string().max(40),
          answer: z.enum(finalItemAnswers, { error: 'validation:choice' }),
          answerText: textOrEmpty(2000),
        }),
      )
      .max(maxItems)
      .default([]),
  }),
)

/** The form with which a party signs a final account. */
export const signFinalAccountSchema = z.object({
  submissionId: submissionIdField,
  expectedVersion: expectedVersionField,
  expectedHash: z.string().max(64).optional(),
  typedName: requiredName(200),
  ...signerRole,
  nameReason: optionalText(500),
  password: z.string({ error: 'validation:required' }),
})
