import { z } from 'zod'
import { optionalText } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { certificateKinds } from '#db/vocabulary/qualifications.ts'

/** More than a project can ask. */
const maxRows = 50
/** A hidden field comes back with the line ends of a form. */
const hidden = (max: number) =>
  z
    .string()
    .max(max)
    .overwrite((typed) => typed.replace(/\r\n?/g, '\n'))
const chosen = z
  .uuid({ error: 'validation:choice' })
  .optional()
  .transform((id) => id ?? null)

/** The form in which a bidder answers what is asked of it. Everything can be left out, and completed later. */
export const qualificationSchema = z.object({
  submissionId: submissionIdField,
  expectedVersion: expectedVersionField,
  answers: z
    .array(
      z
        .object({
          requirement: hidden(600),
          meets: z.enum(['yes', 'no']).optional(),
          words: optionalText(1000),
          certificateId: chosen,
        })
        .transform(({ meets, words, ...row }) => ({
          ...row,
          meets: meets === undefined ? null : meets === 'yes',
          words: words ?? null,
        })),
    )
    .max(maxRows)
    .default([]),
  certificates: z
    .array(
      z
        .object({ kind: z.enum(certificateKinds), label: hidden(200).optional(), certificateId: chosen })
        .transform(({ label, ...row }) => ({ ...row, label: label ?? null })),
    )
    .max(maxRows)
    .default([]),
})

/** The form in which a client asks a bidder to complete its bid, within some days. */
export const completionSchema = z.object({
  submissionId: submissionIdField,
  days: z
    .number({ error: 'validation:number' })
    .int('validation:number')
    .min(1, 'qualification:refused.days')
    .max(30, 'qualification:refused.days'),
  message: optionalText(2000).transform((message) => message ?? null),
})
