import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { answerRule } from '#app/features/finance/rules/answer-rule.server.ts'
import { ruleValues } from '#app/features/finance/rules/form-values.ts'
import { getRule } from '#app/features/finance/rules/rules.server.ts'
import { loadTags } from '#app/features/finance/transaction-page.server.ts'
import { RuleForm } from '#app/features/finance/ui/rule-form.tsx'
import { RuleTest } from '#app/features/finance/ui/rule-test.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { EditConflict } from '#app/ui/forms/edit-conflict.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'bookingrules:form.edit' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.setUp')
  const rule = orNotFound(getRule(ctx, params.ruleId ?? ''))
  const values = ruleValues(rule, await localeContextOf(request, ctx.actor))
  const { name, updatedAt } = rule
  return { name, updatedAt, values, tags: loadTags(ctx), submissionId: newSubmissionId() }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.setUp')
  return answerRule(request, ctx, orNotFound(getRule(ctx, params.ruleId ?? '')).id)
}

export default function EditRule() {
  const { name, updatedAt, values, tags, submissionId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation('bookingrules')
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[{ label: t('title'), to: '/financials/rules' }, { label: name }, { label: t('form.edit') }]}
      />
      <RuleForm
        lastResult={answer?.lastResult}
        values={values}
        submissionId={submissionId}
        expectedVersion={updatedAt}
        tags={tags}
      >
        <EditConflict lastResult={answer?.lastResult} to="/financials/rules" />
        {answer && 'tested' in answer && <RuleTest tested={answer.tested} tags={tags} />}
      </RuleForm>
    </div>
  )
}
