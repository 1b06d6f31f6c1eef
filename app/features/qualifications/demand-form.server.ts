import { z } from 'zod'
import { momentField } from '#app/features/projects/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { optionalAmount, optionalText, requiredText } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { certificateKinds, type DemandedCertificate } from '#db/vocabulary/qualifications.ts'
import { maxOwnKinds } from './limits.ts'

const fields = (localeContext: LocaleContext) => ({
  submissionId: submissionIdField,
  expectedVersion: expectedVersionField,
  kinds: z.array(z.enum(certificateKinds).exclude(['other'])).default([]),
  liabilitySum: optionalAmount(localeContext),
  worksSum: optionalAmount(localeContext),
  others: z
    .array(z.object({ name: optionalText(120) }))
    .max(maxOwnKinds)
    .default([])
    .transform((rows) => rows.flatMap(({ name }) => name ?? [])),
})
type Fields = z.output<z.ZodObject<ReturnType<typeof fields>>>

function demandedOf({ kinds, liabilitySum, worksSum, others }: Fields): DemandedCertificate[] {
  const sums: Partial<Record<string, number | null>> = { liability_insurance: liabilitySum, works_insurance: worksSum }
  return [
    ...certificateKinds
      .filter((kind) => kind !== 'other' && kinds.includes(kind))
      .map((kind) => ({ kind, label: null, minSumCents: sums[kind] || null })),
    ...[...new Set(others)].map((label) => ({ kind: 'other' as const, label, minSumCents: null })),
  ]
}

/** The form of the certificates that are demanded: of a draft, or of an open project, whose change is an addendum. */
export function demandSchema(isOpen: boolean, localeContext: LocaleContext): z.ZodType<DemandForm> {
  const form = z.object(fields(localeContext))
  const shared = (input: Fields) => ({
    submissionId: input.submissionId,
    expectedVersion: input.expectedVersion,
    demanded: demandedOf(input),
  })
  if (!isOpen) return form.transform(shared)
  return form
    .extend({ summary: requiredText(2000), bidDeadline: momentField(localeContext) })
    .transform(({ summary, bidDeadline, ...input }) => ({ ...shared(input), addendum: { summary, bidDeadline } }))
}

type DemandForm = {
  submissionId?: string | undefined
  expectedVersion?: number | undefined
  demanded: DemandedCertificate[]
  /** The deadline in UTC ms. */
  addendum?: { summary: string; bidDeadline: number }
}
