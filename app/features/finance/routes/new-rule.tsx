import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { answerRule } from '#app/features/finance/rules/answer-rule.server.ts'
import { blankRule } from '#app/features/finance/rules/form-values.ts'
import { loadTags } from '#app/features/finance/transaction-page.server.ts'
import { RuleForm } from '#app/features/finance/ui/rule-form.tsx'
import { RuleTest } from '#app/features/finance/ui/rule-test.tsx'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'bookingrules:form.new' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.setUp')
  return { tags: loadTags(ctx), submissionId: newSubmissionId() }
}

export async function action({ request }: ActionFunctionArgs) {
  return answerRule(request, await requireCompany(request, 'financials.setUp'), null)
}

export default function NewRule() {
  const { tags, submissionId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation('bookingrules')
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: t('title'), to: '/financials/rules' }, { label: t('form.new') }]} />
      <RuleForm lastResult={answer?.lastResult} values={blankRule} submissionId={submissionId} tags={tags}>
        {answer && 'tested' in answer && <RuleTest tested={answer.tested} tags={tags} />}
      </RuleForm>
    </div>
  )
}
