import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { PublicScript } from '#app/features/accounts/ui/public-script.tsx'
import { salesRequestSchema } from '#app/features/quote-requests/schemas.server.ts'
import { sendSalesRequest } from '#app/features/quote-requests/send-quote-request.server.ts'
import { QuoteSent } from '#app/features/quote-requests/ui/quote-sent.tsx'
import { SalesForm } from '#app/features/quote-requests/ui/sales-form.tsx'
import { sharedSitePage } from '#app/features/site/shared-site-page.server.ts'
import { detectLanguage } from '#app/i18n/i18n.server.ts'
import { env } from '#app/platform/env.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { shareTags } from '#app/ui/share-tags.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import { planIds } from '#db/vocabulary/plans.ts'

export const handle: PageHandle = { title: 'salesrequest:title', scripts: false }

export const meta: MetaFunction<typeof loader> = ({ data }) => (data ? shareTags(data.shared) : [])

export async function loader({ request }: LoaderFunctionArgs) {
  const { actor, company } = await visitorContext(request)
  const { searchParams } = new URL(request.url)
  const own = actor ? { name: actor.name, email: actor.email, organization: company?.name ?? '' } : {}
  return {
    sent: searchParams.get('sent') === 'yes',
    values: { ...own, plan: planIds.find((id) => id === searchParams.get('plan')) ?? '' },
    submissionId: newSubmissionId(),
    salesEmail: env.SALES_EMAIL,
    shared: await sharedSitePage(request, '/contact-sales', 'salesrequest:title', 'salesrequest:lead'),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await visitorContext(request)
  return handleForm(request, salesRequestSchema, async (input) => {
    const { locale } = await detectLanguage(request, ctx.actor?.locale ?? null)
    await sendSalesRequest(ctx, input, locale)
    return redirect('/contact-sales?sent=yes', 303)
  })
}

/** Contact Sales: a question about the plans, and what happens next. */
export default function ContactSales() {
  const { sent, values, submissionId, salesEmail } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('salesrequest')
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-10 sm:px-6 sm:py-14">
      {sent && !lastResult ? (
        <QuoteSent title={t('sent')} next={{ to: '/pricing', label: t('pricing') }} />
      ) : (
        <>
          <div>
            <h1 className="text-3xl font-semibold tracking-tight">{t('title')}</h1>
            <p className="mt-2 max-w-prose text-muted-foreground">{t('lead')}</p>
          </div>
          <SalesForm lastResult={lastResult} values={values} submissionId={submissionId} />
          <p className="text-sm text-muted-foreground">
            {t('byMail')}{' '}
            <TextLink to={`mailto:${salesEmail}`} reloadDocument>
              {salesEmail}
            </TextLink>
          </p>
        </>
      )}
      <PublicScript />
    </div>
  )
}
