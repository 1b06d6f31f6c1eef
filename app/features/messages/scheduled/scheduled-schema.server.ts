import { z } from 'zod'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { parseLocalDateTime } from '#app/platform/local-time.ts'

/** The form of a message to send later; the time is of the user's own zone. The verb checks the text. */
export const scheduledSchema = perLocaleContext(({ timeZone }: LocaleContext) =>
  z.object({
    submissionId: submissionIdField,
    text: z.string().default(''),
    sendAt: z
      .string()
      .default('')
      .transform((value, issues) => {
        const at = parseLocalDateTime(value, timeZone)
        if (at === null) issues.addIssue({ code: 'custom', message: 'validation:dateTime' })
        return at ?? 0
      }),
  }),
)
