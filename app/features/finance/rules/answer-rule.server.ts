import type { SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { handleFormData, readForm, typedValues } from '#app/platform/forms/form.server.ts'
import { addRule, updateRule } from './add-rule.server.ts'
import { completeParts } from './booking-rule.ts'
import { ruleSchema } from './schemas.server.ts'
import { testRule } from './suggestions.server.ts'

type Tested = { lastResult: SubmissionResult<string[]>; tested: ReturnType<typeof testRule> }
type Answer = Response | ReturnType<typeof data<Tested>>

/** Tests or saves the rule that a form has; `ruleId` is the stored one that it changes. A test stores nothing, and shows the form as it was typed. */
export async function answerRule(request: Request, ctx: CompanyContext, ruleId: string | null) {
  const form = await readForm(request, () => true)
  const schema = ruleSchema(await localeContextOf(request, ctx.actor))
  return handleFormData<typeof schema, Answer>(form, schema, async ({ intent, ...input }) => {
    if (intent === 'test') {
      const complete = completeParts(input, input.parts)
      if ('refused' in complete) throw invalid(`bookingrules:refused.${complete.refused}`)
      const typed = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
      return data<Tested>({
        lastResult: { initialValue: typedValues(typed) } as SubmissionResult<string[]>,
        tested: testRule(ctx, { ...input, id: ruleId, parts: complete.parts }),
      })
    }
    if (ruleId) updateRule(ctx, { ...input, ruleId })
    else addRule(ctx, input)
    const text = { key: 'bookingrules:flash.saved' }
    return redirectWithFlash(request, '/financials/rules', { tone: 'success', text })
  })
}
