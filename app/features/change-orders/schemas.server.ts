import { z } from 'zod'
import { signerRole, textOrEmpty } from '#app/features/contracts/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
import {
  costsTooMuch,
  optionalQuantity,
  optionalText,
  optionalUnitPrice,
  requiredName,
  requiredText,
} from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { changeReasons } from '#db/vocabulary/change-orders.ts'
import type { ChangeRefusal } from './change-content.server.ts'
import { maxChangeLines, maxExtensionDays } from './limits.ts'

/** A line: an item of the contract with a quantity, or a new item with everything. An empty one counts as none. */
const lineField = (localeContext: LocaleContext) =>
  acrossFields(
    z.object({
      effect: z.enum(['add', 'deduct']).default('add'),
      item: z.uuid().optional(),
      description: optionalText(300),
      quantity: optionalQuantity(localeContext),
      unit: optionalText(20),
      unitPrice: optionalUnitPrice(localeContext),
    }),
    ({ item, description, quantity, unit, unitPrice }, { refuse, hasWrong }) => {
      if (!hasWrong && !item && !description && quantity === null && !unit && unitPrice === null) return
      if (quantity === null) refuse('validation:required', 'quantity')
      if (!item && !description) refuse('validation:required', 'description')
      if (!item && !unit) refuse('validation:required', 'unit')
      if (!item && unitPrice === null) refuse('validation:required', 'unitPrice')
      if (costsTooMuch(quantity ?? 0, unitPrice ?? 0)) refuse('validation:tooLarge', 'unitPrice')
    },
  ).transform(({ effect, item, description, quantity, unit, unitPrice }) => {
    if (quantity === null) return null
    return {
      bidLineId: item ?? null,
      description: description ?? '',
      quantityMilli: quantity * (effect === 'add' ? 1 : -1),
      unit: unit ?? '',
      unitPriceE4: unitPrice ?? 0,
    }
  })

const optionalMilestone = z
  .uuid()
  .optional()
  .transform((id) => id ?? null)

/** The form of a change order, new or a draft. */
const changeOrderSchema = perLocaleContext((localeContext) =>
  z.object({
    submissionId: submissionIdField,
    expectedVersion: expectedVersionField,
    title: requiredText(150),
    reason: z.enum(changeReasons, { error: 'validation:choice' }),
    description: requiredText(5000),
    vatRateBp: z.coerce.number({ error: 'validation:choice' }).int().min(0).max(10_000),
    lines: z
      .array(lineField(localeContext))
      .max(maxChangeLines, `changeorders:invalid.tooManyLines?count=${maxChangeLines}`)
      .default([])
      .transform((lines) => lines.filter((line) => line !== null)),
    extensionDays: z.coerce
      .number({ error: 'validation:number' })
      .int('validation:number')
      .min(0, 'validation:number')
      .max(maxExtensionDays, `changeorders:invalid.days?count=${maxExtensionDays}`)
      .optional()
      .transform((days) => days ?? 0),
    extensionMilestoneId: optionalMilestone,
    milestoneId: optionalMilestone,
  }),
)

/**
 * The same with the rules of the contract (`refusals`), so that the form says everything at once: they are asked of every field that is
 * right, even while another one is not.
 */
export const changeOrderOf = (
  localeContext: LocaleContext,
  refusals: (input: Partial<z.output<ReturnType<typeof changeOrderSchema>>>) => ChangeRefusal[],
) =>
  acrossFields(changeOrderSchema(localeContext), (right, { refuse }) => {
    for (const { field, key } of refusals(right)) refuse(key, ...formPath(field))
  })

/** The path of a field by its name in the form: `lines[2].item` is `lines`, 2, `item`. */
const formPath = (field: string) => field.split(/[[\].]+/).map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** The form with which a party proposes or accepts a change. */
export const signChangeSchema = z.object({
  submissionId: submissionIdField,
  /** SHA-256 of the text that the page showed. */
  expectedHash: z.string().optional(),
  /** Of the page that said that the user's mandate does not cover the sum: the signature waits for a colleague's. */
  asks: z.literal('approval').optional().catch(undefined),
  typedName: requiredName(200),
  ...signerRole,
  nameReason: optionalText(500),
  password: z.string({ error: 'validation:required' }),
})

/** A reason that the other party reads; the state machine asks for it where it has to be given. */
export const endChangeSchema = z.object({ submissionId: submissionIdField, reason: textOrEmpty(2000) })
