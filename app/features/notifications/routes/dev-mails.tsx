import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { MailOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, visitorContext } from '#app/features/accounts/guards.server.ts'
import { listMails } from '#app/features/notifications/mail-queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'mail:dev.title', scripts: false }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  return orNotFound(listMails(ctx, { before: new URL(request.url).searchParams.get('before') ?? undefined }))
}

export default function DevMails() {
  const { mails, older } = useLoaderData<typeof loader>()
  const { t } = useTranslation('mail')
  const format = useFormat()
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-10 sm:px-6">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('dev.heading')}</h1>
        <p className="mt-1 text-sm text-muted-foreground">{t('dev.description')}</p>
      </div>
      <DataTable
        caption={t('dev.caption')}
        rows={mails}
        rowKey={(mail) => mail.id}
        columns={[
          {
            key: 'subject',
            header: t('dev.subject'),
            primary: true,
            cell: (mail) => <TextLink to={`/dev/mail/${mail.id}`}>{mail.subject}</TextLink>,
          },
          { key: 'recipient', header: t('dev.recipient'), cell: (mail) => mail.recipient },
          { key: 'createdAt', header: t('dev.createdAt'), cell: (mail) => format.dateTime(mail.createdAt) },
          {
            key: 'state',
            header: t('dev.state'),
            cell: (mail) => (
              <StatusBadge status={mail.state === 'waiting' ? 'pending' : mail.state}>
                {t(`dev.${mail.state}`)}
              </StatusBadge>
            ),
          },
        ]}
        empty={
          <EmptyState icon={MailOpen} title={t('dev.empty')}>
            {t('dev.emptyText')}
          </EmptyState>
        }
      />
      {older && (
        <ButtonLink to={`/dev/mail?before=${older}`} variant="outline" className="self-start">
          {t('dev.older')}
        </ButtonLink>
      )}
    </div>
  )
}
