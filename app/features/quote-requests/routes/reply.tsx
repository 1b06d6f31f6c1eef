import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, visitorContext } from '#app/features/accounts/guards.server.ts'
import { findReply } from '#app/features/quote-requests/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { env } from '#app/platform/env.server.ts'
import { Card } from '#app/ui/card.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'quoterequest:reply.title', scripts: false }

/** The address is the secret: nothing keeps or indexes what it leads to. */
export const headers = () => ({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' })

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  return { reply: orNotFound(findReply(ctx, params.token ?? '')), supportEmail: env.SALES_EMAIL }
}

/** The reply to a quote request, for whoever has its mailed link. */
export default function QuoteReply() {
  const { reply, supportEmail } = useLoaderData<typeof loader>()
  const { t } = useTranslation('quoterequest')
  const { t: tProject } = useTranslation('projects')
  const format = useFormat()
  const { t: tSales } = useTranslation('salesrequest')
  const date = format.date(reply.createdAt)
  const services = format.list(reply.services.map((service) => tProject(`category.${service}`)))
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-10 sm:px-6 sm:py-14">
      <div>
        <h1 className="text-3xl font-semibold tracking-tight">{t('reply.title')}</h1>
        <p className="mt-2 text-muted-foreground">
          {reply.kind === 'sales' ? tSales('about', { date }) : t('reply.about', { services, date })}
        </p>
      </div>
      <Card title={format.dateTime(reply.sentAt)}>
        <p className="max-w-prose leading-relaxed wrap-anywhere whitespace-pre-wrap">{reply.text}</p>
      </Card>
      <p className="text-sm text-muted-foreground">
        {t('reply.answer')}{' '}
        <TextLink to={`mailto:${supportEmail}`} reloadDocument>
          {supportEmail}
        </TextLink>
      </p>
    </div>
  )
}
