import { z } from 'zod'
import { drawingFault } from '#app/documents/drawing.ts'
import type { AddressField } from '#app/features/team/company-address.ts'
import { addressSchema } from '#app/features/team/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
import {
  dayFromToday,
  optionalText,
  requiredAmount,
  requiredName,
  requiredText,
} from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { parsePercent } from '#app/platform/money.ts'
import { authorityBases, paymentMethods } from '#db/vocabulary/contracts.ts'
import { closingFields, closingOf, closingRefusals } from './closing-schema.server.ts'
import { maxMilestones, maxRetentionBp } from './limits.ts'

/** An optional text, '' when omitted. */
export const textOrEmpty = (max: number) => optionalText(max).transform((typed) => typed ?? '')

const milestoneSchema = (localeContext: LocaleContext) =>
  z.object({
    title: requiredText(200),
    description: textOrEmpty(5000),
    amount: requiredAmount(localeContext),
    vatRateBp: z.coerce.number({ error: 'validation:choice' }).int().min(0).max(10_000),
    dueDate: dayFromToday('contracts:invalid.dueInPast'),
  })

/** The contract form, for a new contract or a draft. */
export const contractSchema = (localeContext: LocaleContext) =>
  acrossFields(
    z.object({
      submissionId: submissionIdField,
      expectedVersion: expectedVersionField,
      title: requiredText(200),
      terms: requiredText(50_000),
      paymentMethod: z.enum(paymentMethods, { error: 'validation:choice' }),
      retention: z
        .string()
        .default('0')
        .transform((typed, issues) => {
          const bp = parsePercent(typed, localeContext.decimalMark)
          if (bp !== null && bp <= maxRetentionBp) return bp
          issues.addIssue({ code: 'custom', message: `contracts:invalid.retention?max=${maxRetentionBp / 100}` })
          return z.NEVER
        }),
      milestones: z
        .array(milestoneSchema(localeContext), { error: 'contracts:invalid.noMilestones' })
        .min(1, 'contracts:invalid.noMilestones')
        .max(maxMilestones, `contracts:invalid.tooManyMilestones?max=${maxMilestones}`),
      ...closingFields(localeContext),
    }),
    (right, { refuse }) => {
      for (const { field, message } of closingRefusals(right)) refuse(message, field)
    },
  ).transform(({ submissionId, expectedVersion, title, terms, paymentMethod, retention, milestones, ...typed }) => ({
    ...{ submissionId, expectedVersion, title, terms, paymentMethod, closing: closingOf(typed) },
    retentionBp: retention,
    milestones: milestones.map(({ amount, ...milestone }) => ({ ...milestone, netCents: amount })),
  }))

/** The form to send, with the missing fields of the sender's company address, which the frozen text names. */
export const sendSchema = (missing: readonly AddressField[]) =>
  z.object({ expectedVersion: expectedVersionField, ...addressSchema(missing).shape })

/** A drawing (`drawing.ts`); null when omitted. */
const optionalDrawing = z
  .string({ error: 'contracts:invalid.drawing.unreadable' })
  .optional()
  .transform((drawing, issues) => {
    const fault = drawing ? drawingFault(drawing) : null
    if (fault === null) return drawing ?? null
    issues.addIssue({ code: 'custom', message: `contracts:invalid.drawing.${fault}` })
    return z.NEVER
  })

/** What the forms of a signature ask about who signs, besides the name. */
export const signerRole = {
  jobTitle: requiredText(120),
  authority: z.enum(authorityBases, { error: 'validation:choice' }),
  drawing: optionalDrawing,
}

/** The signing form, including missing fields of the signer's company address. */
export const signSchema = (missing: readonly AddressField[]) =>
  z.object({
    submissionId: submissionIdField,
    /** Of the page that said that the user's mandate does not cover the sum: the signature waits for a colleague's. */
    asks: z.literal('approval').optional().catch(undefined),
    typedName: requiredName(200),
    ...signerRole,
    nameReason: optionalText(500),
    password: z.string({ error: 'validation:required' }),
    ...addressSchema(missing).shape,
  })

/** A reason that the other party can read. */
export const reasonSchema = z.object({ submissionId: submissionIdField, reason: requiredText(2000) })
export const optionalReasonSchema = z.object({ submissionId: submissionIdField, reason: textOrEmpty(2000) })
