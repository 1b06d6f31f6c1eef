import { z } from 'zod'
import { emailSchema } from '#app/features/accounts/schemas.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { optionalDay, requiredDay } from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { scheduleUnits, scheduleWays } from '#db/vocabulary/recurring.ts'

const choice = { error: 'validation:choice' }
const wholeNumber = (max: number) =>
  z.coerce
    .number({ error: 'validation:number' })
    .int('validation:number')
    .min(1, 'validation:atLeast?count=1')
    .max(max, `recurring:form.atMost?count=${max}`)

/** When a schedule invoices, for which period, and what happens then. */
export const scheduleSchema = z
  .object({
    submissionId: submissionIdField,
    expectedVersion: expectedVersionField,
    every: wholeNumber(52),
    unit: z.enum(scheduleUnits, choice),
    firstOn: requiredDay.refine((day) => day >= businessDay(Date.now()), 'recurring:form.inPast'),
    periodStart: optionalDay,
    periodEnd: optionalDay,
    ends: z.enum(['never', 'on', 'after'], choice),
    lastOn: optionalDay,
    maxCount: wholeNumber(999).optional(),
    way: z.enum(scheduleWays, choice),
    email: emailSchema('validation:required', 'validation:email').optional(),
    /** Only where an existing schedule is changed. */
    fromInvoiceId: z.string().max(36).optional(),
  })
  .superRefine(({ firstOn, periodStart, periodEnd, ends, lastOn, maxCount, way, email }, issues) => {
    const refuse = (field: string, message: string) => issues.addIssue({ code: 'custom', path: [field], message })
    if (periodStart && !periodEnd) refuse('periodEnd', 'validation:required')
    if (periodEnd && !periodStart) refuse('periodStart', 'validation:required')
    if (periodStart && periodEnd && periodEnd < periodStart) refuse('periodEnd', 'recurring:form.endBeforeStart')
    if (ends === 'on' && !lastOn) refuse('lastOn', 'validation:required')
    if (ends === 'on' && lastOn && lastOn < firstOn) refuse('lastOn', 'recurring:form.endBeforeFirst')
    if (ends === 'after' && !maxCount) refuse('maxCount', 'validation:required')
    if (way === 'send' && !email) refuse('email', 'validation:required')
  })
  .transform(({ ends, lastOn, maxCount, email, fromInvoiceId, ...typed }) => ({
    ...typed,
    lastOn: ends === 'on' ? lastOn : null,
    maxCount: ends === 'after' ? (maxCount ?? null) : null,
    email: typed.way === 'send' ? (email ?? null) : null,
    fromInvoiceId: fromInvoiceId || null,
  }))

export type ScheduleInput = Omit<
  z.output<typeof scheduleSchema>,
  'submissionId' | 'expectedVersion' | 'fromInvoiceId'
> & {
  expectedVersion?: number | undefined
}
