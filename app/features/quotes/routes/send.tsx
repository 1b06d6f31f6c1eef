import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { loadQuotePage } from '#app/features/quotes/quote-page.server.ts'
import { sendSchema } from '#app/features/quotes/schemas.server.ts'
import { sendQuote } from '#app/features/quotes/send-quote.server.ts'
import { AgreedField } from '#app/features/quotes/ui/agreed-field.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import type { Message } from '#app/platform/errors.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'quotes:send.title' }
/** Shows the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function loader(args: LoaderFunctionArgs) {
  const { quote, back } = await loadQuotePage(args, 'send')
  const { state, isRead, content, updatedAt: expectedVersion } = quote
  const asksToAgree = state === 'sent' && isRead
  return { back, state, asksToAgree, email: content.buyerEmail ?? '', expectedVersion, submissionId: newSubmissionId() }
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args
  const { ctx, quote, back } = await loadQuotePage(args)
  const { locale } = await localeContextOf(request, ctx.actor)
  return handleForm(request, sendSchema, (input) => {
    const { number } = sendQuote(ctx, { ...input, quoteId: quote.id, locale })
    const { email } = input
    const text: Message = email
      ? { key: 'quotes:flash.mailed', params: { number, email } }
      : { key: 'quotes:flash.handed', params: { number } }
    return redirectWithFlash(request, back, { tone: 'success', text })
  })
}

export default function SendQuote() {
  const { back, state, asksToAgree, email, expectedVersion, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('quotes')
  const { t: tUi } = useTranslation('ui')
  const defaultValue = { way: email ? 'mail' : 'hand', email, isAgreed: '' }
  const [form, fields] = useForm<typeof defaultValue>({ id: 'send', lastResult, defaultValue })
  const labels = { way: t('send.way'), email: t('send.email'), isAgreed: t('agreed.label') }
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <input type="hidden" name="expectedVersion" value={expectedVersion} />
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        title={t('send.title')}
        description={t(state === 'sent' ? 'send.replaces' : 'send.text')}
        actions={
          <>
            <SubmitButton>{t('send.confirm')}</SubmitButton>
            <ButtonLink to={back} variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        {asksToAgree && <AgreedField field={fields.isAgreed} />}
        <RadioGroup
          field={fields.way}
          label={labels.way}
          options={(['mail', 'hand'] as const).map((value) => ({ value, label: t(`send.${value}`) }))}
        />
        <Field
          field={fields.email}
          label={labels.email}
          hint={t('send.emailHint')}
          type="email"
          autoComplete="off"
          maxLength={254}
          optional
        />
        <p className="max-w-prose text-sm text-muted-foreground">{t('send.binding')}</p>
      </FormCard>
    </Form>
  )
}
