import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { commentOnClause } from '#app/features/negotiations/comment-on-clause.server.ts'
import { getNegotiation } from '#app/features/negotiations/queries.server.ts'
import { commentSchema } from '#app/features/negotiations/schemas.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'negotiation:comment.title', description: 'negotiation:comment.text' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.negotiate')
  const { id, number, clauses, mayNegotiate } = orNotFound(getNegotiation(ctx, params.contractId ?? ''))
  if (!mayNegotiate) leavePage(`/contracts/${id}/negotiation`)
  const position = Number(new URL(request.url).searchParams.get('clause'))
  const clause = clauses[position - 1]?.text ?? null
  return { id, number, clause, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, commentSchema, (input) => {
    commentOnClause(ctx, { ...input, contractId })
    return redirectWithFlash(request, `/contracts/${contractId}/negotiation`, {
      tone: 'success',
      text: { key: 'negotiation:done.commented' },
    })
  })
}

export default function CommentOnClause() {
  const { id, number, clause, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('negotiation')
  const { t: tContract } = useTranslation('contracts')
  const { t: ui } = useTranslation('ui')
  const [form, fields] = useForm<{ comment: string; wording: string; clause: string }>({
    id: 'comment',
    lastResult,
    defaultValue: { comment: '', wording: clause ?? '', clause: clause ?? '' },
  })
  const page = `/contracts/${id}/negotiation`
  const labels = { comment: t('comment.label'), wording: t('comment.wording') }
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tContract('list.title'), to: '/contracts' },
          { label: number, to: page },
          { label: t('comment.title') },
        ]}
      />
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
        <input type="hidden" name="submissionId" value={submissionId} />
        {clause !== null && <input type="hidden" name="clause" value={fields.clause.initialValue ?? clause} />}
        <ErrorSummary form={form} labels={labels} />
        <FormCard
          actions={
            <>
              <SubmitButton>{t('comment.submit')}</SubmitButton>
              <ButtonLink to={page} variant="outline">
                {ui('cancel')}
              </ButtonLink>
            </>
          }
        >
          <TextArea
            field={fields.comment}
            label={labels.comment}
            rows={4}
            maxLength={5000}
            optional={clause !== null}
            required={clause === null}
          />
          {clause !== null && (
            <TextArea field={fields.wording} label={labels.wording} hint={t('comment.wordingHint')} rows={12} />
          )}
        </FormCard>
      </Form>
    </div>
  )
}
