import { z } from 'zod'
import { checkbox } from '#app/features/accounts/schemas.server.ts'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { perLocaleContext } from '#app/i18n/per-locale-context.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { parseLocalDateTime } from '#app/platform/local-time.ts'
import { newId } from '#db/ids.ts'

/** The form of a poll: an option on each line, and a time of the user's own zone. The verb checks the texts. */
export const pollSchema = perLocaleContext(({ timeZone }: LocaleContext) =>
  z.object({
    clientId: submissionIdField.transform((id) => id ?? newId()),
    question: z.string().default(''),
    options: z
      .string()
      .default('')
      .transform((text) => text.split('\n')),
    multiple: checkbox,
    anonymous: checkbox,
    closesAt: z
      .string()
      .default('')
      .transform((value, issues) => {
        if (value === '') return null
        const at = parseLocalDateTime(value, timeZone)
        if (at === null) issues.addIssue({ code: 'custom', message: 'validation:dateTime' })
        return at
      }),
  }),
)
