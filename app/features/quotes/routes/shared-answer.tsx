import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, visitorContext } from '#app/features/accounts/guards.server.ts'
import { answerQuote } from '#app/features/quotes/answer-quote.server.ts'
import { getSharedQuote } from '#app/features/quotes/queries.server.ts'
import { acceptSchema, declineSchema } from '#app/features/quotes/schemas.server.ts'
import { secretHeaders, unlisted } from '#app/features/quotes/shared-page.ts'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { lastPathSegment } from '#app/platform/requests/last-path-segment.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'quotes:shared.title', scripts: false }
export const meta = unlisted
export const headers = secretHeaders

const isDecline = (request: Request) => lastPathSegment(request) === 'decline'

/** Whoever has the link accepts or declines: which of them is the last part of the address. Looking at the form changes nothing. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const quote = orNotFound(getSharedQuote(ctx, params.shareId ?? ''))
  const back = `/shared/quote/${params.shareId}`
  if (quote.state !== 'open' || quote.isOwn) leavePage(back)
  const { number, seller, buyer, grossCents, currency } = quote.document
  return {
    ...{ back, isDecline: isDecline(request), mayBeConsumer: quote.mayBeConsumer },
    ...{ number, seller: seller.name, buyer: buyer.name, grossCents, currency },
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await visitorContext(request)
  const shareId = params.shareId ?? ''
  const done = () => redirect(`/shared/quote/${shareId}`, 303)
  if (isDecline(request))
    return handleForm(request, declineSchema, ({ name, reason }) => {
      answerQuote(ctx, { shareId, outcome: 'declined', name, reason })
      return done()
    })
  return handleForm(request, acceptSchema, ({ name }) => {
    answerQuote(ctx, { shareId, outcome: 'accepted', name, reason: '' })
    return done()
  })
}

export default function AnswerQuote() {
  const loaded = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('quotes')
  const { t: tUi } = useTranslation('ui')
  const format = useFormat()
  const { back, number, seller, buyer, grossCents, currency, mayBeConsumer } = loaded
  const [form, fields] = useForm<{ name: string; isMeant: string; reason: string }>({ id: 'answer', lastResult })
  const meant = t('accept.meant', { buyer, amount: format.money(grossCents, currency) })
  const labels = { name: t('accept.name'), isMeant: meant, reason: t('decline.reason') }
  return (
    <Form
      method="post"
      id={form.id}
      noValidate
      className="mx-auto flex w-full max-w-2xl flex-col gap-6 px-4 py-8 sm:px-6"
    >
      <h1 className="text-2xl font-semibold">
        {t(loaded.isDecline ? 'decline.heading' : 'accept.heading', { number })}
      </h1>
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        description={t(loaded.isDecline ? 'decline.text' : 'accept.text', { seller })}
        actions={
          <>
            <SubmitButton>{t(loaded.isDecline ? 'shared.decline' : 'shared.accept')}</SubmitButton>
            <ButtonLink to={back} variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        <Field field={fields.name} label={labels.name} autoComplete="name" required maxLength={200} />
        {loaded.isDecline ? (
          <TextArea field={fields.reason} label={labels.reason} optional maxLength={2000} rows={3} />
        ) : (
          <>
            <Checkbox field={fields.isMeant} label={meant} required />
            {mayBeConsumer && <p className="max-w-prose text-sm text-muted-foreground">{t('accept.consumer')}</p>}
          </>
        )}
      </FormCard>
    </Form>
  )
}
