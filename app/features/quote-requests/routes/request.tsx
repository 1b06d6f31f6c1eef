import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireRole, requireUser } from '#app/features/accounts/guards.server.ts'
import { convertQuoteRequest, receivingCompany } from '#app/features/quote-requests/convert-quote-request.server.ts'
import { deleteQuoteRequest } from '#app/features/quote-requests/delete-quote-request.server.ts'
import { draftOfRequest } from '#app/features/quote-requests/draft-of-request.server.ts'
import { getQuoteRequest } from '#app/features/quote-requests/queries.server.ts'
import { quoteRequestMachine } from '#app/features/quote-requests/quote-request.ts'
import { replyToQuoteRequest } from '#app/features/quote-requests/reply-to-quote-request.server.ts'
import { convertSchema, replySchema } from '#app/features/quote-requests/schemas.server.ts'
import { closeQuoteRequest, takeQuoteRequest } from '#app/features/quote-requests/take-quote-request.server.ts'
import { RequestActions } from '#app/features/quote-requests/ui/request-actions.tsx'
import { RequestFacts } from '#app/features/quote-requests/ui/request-facts.tsx'
import { detectLanguage } from '#app/i18n/i18n.server.ts'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId, submissionIdOf } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  titleOf: (data) => (data as { request: { name: string } }).request.name,
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const found = orNotFound(getQuoteRequest(ctx, params.requestId ?? ''))
  return {
    request: found,
    actions: quoteRequestMachine.allowed(found.status, 'staff', found),
    receiver: receivingCompany(ctx.db, ctx)?.name ?? null,
    /** Whether the client and the project are the reader's company's, and so theirs to open. */
    opensThem: ctx.company !== null,
    asksToDelete: new URL(request.url).searchParams.get('confirm') === 'delete',
    now: ctx.now,
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireUser(request, 'quoteRequests.handle')
  const requestId = params.requestId ?? ''
  const form = await readForm(request, (posted) => posted.has('intent'))
  const intent = form.get('intent')
  const back = `/quote-requests/${requestId}`
  const done = (key: string, to = back) => redirectWithFlash(request, to, { tone: 'success', text: { key } })
  if (intent === 'reply')
    return handleFormData(form, replySchema, ({ text }) => {
      replyToQuoteRequest(ctx, { requestId, text, submissionId: submissionIdOf(form) })
      return done('quoteinbox:flash.replied')
    })
  if (intent === 'convert')
    return handleFormData(form, convertSchema, async ({ location }) => {
      const { locale } = await detectLanguage(request, ctx.actor.locale)
      const draft = draftOfRequest(orNotFound(getQuoteRequest(ctx, requestId)), locale)
      convertQuoteRequest(ctx, { requestId, draft: { ...draft, location } })
      return done('quoteinbox:flash.converted')
    })
  return handleButton(request, intent === 'delete' ? '/quote-requests' : back, () => {
    if (intent === 'take') {
      takeQuoteRequest(ctx, { requestId })
      return done('quoteinbox:flash.taken')
    }
    if (intent === 'close') {
      closeQuoteRequest(ctx, { requestId })
      return done('quoteinbox:flash.closed')
    }
    if (intent !== 'delete') throw new Response('errors:badRequest', { status: 400 })
    deleteQuoteRequest(ctx, { requestId })
    return done('quoteinbox:flash.deleted', '/quote-requests')
  })
}

/** One quote request, for the platform's staff: what was asked, what was replied, and what to do. */
export default function QuoteRequest() {
  const { request, actions, receiver, opensThem, asksToDelete, now, submissionId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation('quoteinbox')
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs items={[{ label: t('title'), to: '/quote-requests' }, { label: request.name }]} />
      <RequestFacts request={request} now={now} opensThem={opensThem} />
      <RequestActions {...{ request, actions, receiver, asksToDelete, submissionId }} lastResult={answer?.lastResult} />
    </div>
  )
}
