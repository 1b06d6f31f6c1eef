import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { stopMails } from '#app/features/notifications/preferences/stop-mails.server.ts'
import { readUnsubscribeToken, searchOf } from '#app/features/notifications/preferences/unsubscribe-token.server.ts'
import { encodeMessage } from '#app/platform/forms/form.server.ts'
import { productName } from '#app/platform/product.ts'
import { rateLimits, takePoint } from '#app/platform/rate-limit.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import type { NotificationCategory } from '#db/vocabulary/notifications.ts'

export const handle: PageHandle = { title: 'mailsettings:stop.title', scripts: false }

/** Changes nothing: programs that look at the links of mails open it too. */
export async function loader({ params }: LoaderFunctionArgs) {
  const read = readUnsubscribeToken(params.token ?? '')
  const kind = read && (searchOf(read.kind) === null ? read.kind : 'search')
  return data({ kind: kind as NotificationCategory | 'digest' | 'search' | null }, { status: read ? 200 : 404 })
}

/** The button of the page, or one click in a mail program (RFC 8058), which follows no redirects. */
export async function action({ request, params }: ActionFunctionArgs) {
  const token = params.token ?? ''
  const read = readUnsubscribeToken(token)
  if (!read) return data({ done: false }, { status: 404 })
  const ctx = await visitorContext(request)
  const { refusal } = await takePoint(ctx.db.$client, rateLimits.unsubscribe, read.userId)
  if (refusal) {
    const headers = { 'Retry-After': String(refusal.retryAfterSeconds) }
    throw new Response(encodeMessage(refusal.text), { status: 429, headers })
  }
  stopMails(ctx, { token })
  return data({ done: true })
}

export default function UnsubscribePage() {
  const { kind } = useLoaderData<typeof loader>()
  const done = useActionData<typeof action>()?.done
  const { t } = useTranslation('mailsettings')
  const search = kind === 'search'
  const below = (
    <TextLink to={search ? '/projects/searches' : '/notifications/settings'}>
      {t(search ? 'stop.searches' : 'stop.choose')}
    </TextLink>
  )
  return (
    <AccountCard title={t('stop.title')} below={below}>
      {!kind ? (
        <Alert tone="warning">{t('stop.wrong')}</Alert>
      ) : done ? (
        <Alert tone="success">{t(search ? 'stop.searchDone' : 'stop.done')}</Alert>
      ) : (
        <Form method="post" className="flex flex-col gap-4">
          <p>
            {kind === 'digest' || kind === 'search'
              ? t(`stop.${kind}`)
              : t('stop.text', { category: t(`category.${kind}`), product: productName })}
          </p>
          {!search && <p className="text-sm text-muted-foreground">{t('stop.rest')}</p>}
          <SubmitButton>{t(search ? 'stop.searchButton' : 'stop.button')}</SubmitButton>
        </Form>
      )}
    </AccountCard>
  )
}
