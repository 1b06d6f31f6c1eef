import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, visitorContext } from '#app/features/accounts/guards.server.ts'
import { getMail } from '#app/features/notifications/mail-queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { languages } from '#app/i18n/languages.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'mail:dev.title', scripts: false }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const { html: _, ...mail } = orNotFound(getMail(ctx, params.mailId ?? ''))
  return mail
}

const nameOf = (locale: string) => languages.find(({ tag }) => tag === locale)?.name ?? locale

export default function DevMail() {
  const mail = useLoaderData<typeof loader>()
  const { t } = useTranslation('mail')
  const format = useFormat()
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-10 sm:px-6">
      <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{mail.subject}</h1>
      <DescriptionList
        items={[
          { term: t('dev.recipient'), description: mail.recipient },
          { term: t('dev.createdAt'), description: format.dateTime(mail.createdAt) },
          { term: t('dev.language'), description: nameOf(mail.locale) },
        ]}
      />
      {mail.lastError && (
        <Alert tone="danger" title={t('dev.lastError')}>
          {mail.lastError}
        </Alert>
      )}
      <Card>
        <div className="flex flex-col gap-4 text-base">
          {mail.paragraphs.map((paragraph) => (
            <p key={paragraph} className="whitespace-pre-line wrap-anywhere">
              {paragraph}
            </p>
          ))}
          {mail.action && (
            <p className="flex flex-col items-start gap-3">
              <a href={mail.action.link} className={buttonClass({ size: 'lg' })}>
                {mail.action.label}
              </a>
              <a
                href={mail.action.link}
                className="text-sm text-muted-foreground underline underline-offset-4 wrap-anywhere"
              >
                {mail.action.link}
              </a>
            </p>
          )}
        </div>
      </Card>
      <details>
        <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm font-medium text-primary underline underline-offset-4">
          {t('dev.textVersion')}
        </summary>
        <pre className="mt-3 rounded-lg border border-border bg-card p-4 text-sm whitespace-pre-wrap wrap-anywhere">
          {mail.text}
        </pre>
      </details>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/dev/mail" variant="outline">
          {t('dev.back')}
        </ButtonLink>
        <ButtonLink to={`/dev/mail/${mail.id}/html`} reloadDocument variant="outline">
          {t('dev.htmlVersion')}
        </ButtonLink>
      </div>
    </div>
  )
}
