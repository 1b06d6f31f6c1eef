import { z } from 'zod'
import { emailSchema } from '#app/features/accounts/schemas.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
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
export const scheduleSchema = acrossFields(
  z.object({
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
  }),
  ({ firstOn, periodStart, periodEnd, ends, lastOn, maxCount, way, email }, { refuse }) => {
    if (periodStart && !periodEnd) refuse('validation:required', 'periodEnd')
    if (periodEnd && !periodStart) refuse('validation:required', 'periodStart')
    if (periodStart && periodEnd && periodEnd < periodStart) refuse('recurring:form.endBeforeStart', 'periodEnd')
    if (ends === 'on' && !lastOn) refuse('validation:required', 'lastOn')
    if (ends === 'on' && lastOn && firstOn && lastOn < firstOn) refuse('recurring:form.endBeforeFirst', 'lastOn')
    if (ends === 'after' && !maxCount) refuse('validation:required', 'maxCount')
    if (way === 'send' && !email) refuse('validation:required', 'email')
  },
).transform(({ ends, lastOn, maxCount, email, fromInvoiceId, ...typed }) => ({
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
