import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { PublicScript } from '#app/features/accounts/ui/public-script.tsx'
import {
  beforeStep,
  type QuoteStep,
  quoteRequestSchema,
  stepOfField,
} from '#app/features/quote-requests/schemas.server.ts'
import { sendQuoteRequest } from '#app/features/quote-requests/send-quote-request.server.ts'
import { QuoteForm } from '#app/features/quote-requests/ui/quote-form.tsx'
import { QuoteSent } from '#app/features/quote-requests/ui/quote-sent.tsx'
import { valuesOfEstimate } from '#app/features/quote-requests/values-of-estimate.server.ts'
import { sharedSitePage } from '#app/features/site/shared-site-page.server.ts'
import { detectLanguage } from '#app/i18n/i18n.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleFormData, type RefusedForm, readForm, typedValues } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { shareTags } from '#app/ui/share-tags.ts'
import { Steps } from '#app/ui/steps.tsx'

export const handle: PageHandle = { title: 'quoterequest:title', scripts: false }

export const meta: MetaFunction<typeof loader> = ({ data }) => (data ? shareTags(data.shared) : [])

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const { searchParams } = new URL(request.url)
  const { locale } = await detectLanguage(request, ctx.actor?.locale ?? null)
  const values = valuesOfEstimate(searchParams, await localeContextOf(request, ctx.actor), locale)
  const own = ctx.actor ? { name: ctx.actor.name, email: ctx.actor.email } : {}
  return {
    ...{ sent: searchParams.get('sent') === 'yes', values: { ...own, ...values }, submissionId: newSubmissionId() },
    shared: await sharedSitePage(request, '/quote', 'quoterequest:title', 'quoterequest:lead'),
  }
}

/** Goes to another step, adds or removes a room, or sends the request; each keeps everything that was typed on any step. */
export async function action({ request }: ActionFunctionArgs) {
  const ctx = await visitorContext(request)
  const form = await readForm(request)
  const here = stepOf(form.get('step')) ?? 1
  const go = stepOf(form.get('go'))
  const values = typedValues([...form].filter((field): field is [string, string] => typeof field[1] === 'string'))
  const changesRooms = form.has('__intent__')
  const answer: RefusedForm | Response =
    go && !changesRooms
      ? await handleFormData(form, beforeStep[go], () =>
          data({ lastResult: { initialValue: values } as SubmissionResult<string[]> }),
        )
      : await handleFormData(form, quoteRequestSchema(await localeContextOf(request, ctx.actor)), async (input) => {
          const { locale } = await detectLanguage(request, ctx.actor?.locale ?? null)
          await sendQuoteRequest(ctx, input, locale)
          return redirect('/quote?sent=yes', 303) as Response
        })
  if (answer instanceof Response) return answer
  const { lastResult } = answer.data
  const refused = Object.keys(lastResult.error ?? {}).filter((name) => name !== '')
  const step = refused.map((name) => stepOfField(name.split(/[[.]/)[0] ?? '')).sort()[0]
  const shown: QuoteStep = changesRooms ? here : (step ?? (lastResult.error ? here : (go ?? here)))
  return data({ lastResult, step: shown, values }, answer.init ?? undefined)
}

const stepOf = (typed: FormDataEntryValue | null): QuoteStep | null =>
  typed === '1' ? 1 : typed === '2' ? 2 : typed === '3' ? 3 : null

/** Request Quote: three steps, and what happens next. */
export default function RequestQuote() {
  const { sent, values, submissionId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation('quoterequest')
  const step = answer?.step ?? 1
  const typed: Record<string, unknown> = answer?.values ?? values
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-10 sm:px-6 sm:py-14">
      {sent && !answer ? (
        <QuoteSent title={t('sent.title')} next={{ to: '/estimate', label: t('sent.estimate') }} />
      ) : (
        <>
          <div>
            <h1 className="text-3xl font-semibold tracking-tight">{t('title')}</h1>
            <p className="mt-2 max-w-prose text-muted-foreground">{t('lead')}</p>
          </div>
          <Steps steps={[1, 2, 3].map((number) => ({ label: t(`step.${number as 1 | 2 | 3}`) }))} current={step} />
          <QuoteForm
            key={step}
            step={step}
            lastResult={answer?.lastResult}
            values={typed}
            submissionId={typeof typed.submissionId === 'string' ? typed.submissionId : submissionId}
          />
        </>
      )}
      <PublicScript />
    </div>
  )
}
