import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { importStatement } from '#app/features/finance/statement/import-statement.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { isPlain, isSensibleDay, maxCents } from '#app/platform/forms/field-schemas.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { isDateText } from '#app/platform/local-time.ts'

const page = '/financials/import'
const text = (max: number) => z.string().max(max).refine(isPlain)
const schema = z.object({
  submissionId: submissionIdField,
  accountId: z.string().max(50),
  rows: z
    .string()
    .transform((sent, issues) => {
      try {
        return JSON.parse(sent) as unknown
      } catch {
        issues.addIssue({ code: 'custom' })
        return z.NEVER
      }
    })
    .pipe(
      z
        .array(
          z.object({
            day: z.string().refine((day) => isDateText(day) && isSensibleDay(day)),
            amountCents: z
              .int()
              .min(-maxCents)
              .max(maxCents)
              .refine((cents) => cents !== 0),
            ...{
              counterparty: text(200),
              text: text(500),
              reference: text(50),
              counterpartyIban: text(34),
              archiveId: text(60),
            },
          }),
        )
        .max(1000),
    ),
})

export const loader = () => redirect(page)

/** Imports the rows that the preview showed, as drafts. */
export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const form = await readForm(request)
  return handleButton(request, page, () => {
    const sent = schema.safeParse(Object.fromEntries(form))
    if (!sent.success) throw invalid('financeimport:refused.sendAgain')
    const { added, ruled } = importStatement(ctx, sent.data)
    return redirectWithFlash(request, '/financials/transactions?state=open', {
      tone: 'success',
      text:
        ruled === 0
          ? { key: 'financeimport:done', params: { count: added } }
          : { key: 'financeimport:doneRuled', params: { count: added, ruled } },
    })
  })
}
