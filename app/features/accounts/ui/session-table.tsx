import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { parseDevice } from '#app/features/accounts/sessions/device-name.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { PageSection } from '#app/ui/page-section.tsx'

export type SessionRow = {
  hash: string
  ip: string | null
  userAgent: string | null
  createdAt: number
  lastSeenAt: number
  current: boolean
  /** Whether a program logged in by the API. */
  isProgram: boolean
}

/** The user's sessions, with a button to end each of the others and one to end all of them. */
export function SessionTable({ sessions, now }: { sessions: readonly SessionRow[]; now: number }) {
  const { t } = useTranslation(['accounts', 'apitokens'])
  const format = useFormat()
  const nameOf = ({ userAgent }: SessionRow) => {
    const device = parseDevice(userAgent)
    return device ? t('security.browserOn', device) : t('security.unknownDevice')
  }
  return (
    <PageSection
      title={t('security.sessionsTitle')}
      description={t('security.sessionsDescription')}
      actions={
        sessions.length > 1 && (
          <Form method="post">
            <input type="hidden" name="intent" value="end-others" />
            <SubmitButton variant="outline">{t('security.signOutOthers')}</SubmitButton>
          </Form>
        )
      }
    >
      <DataTable
        caption={t('security.sessionsCaption')}
        rows={sessions}
        rowKey={(session) => session.hash}
        columns={[
          {
            key: 'device',
            header: t('security.device'),
            primary: true,
            cell: (session) => (
              <span className="inline-flex flex-wrap items-center gap-2">
                {nameOf(session)}
                {session.isProgram && <Badge>{t('apitokens:loginBadge')}</Badge>}
                {session.current && <Badge tone="success">{t('security.thisDevice')}</Badge>}
              </span>
            ),
          },
          { key: 'address', header: t('security.address'), cell: (session) => session.ip },
          { key: 'since', header: t('security.since'), cell: (session) => format.dateTime(session.createdAt) },
          {
            key: 'lastSeen',
            header: t('security.lastSeen'),
            cell: (session) => format.relative(session.lastSeenAt, now),
          },
          {
            key: 'actions',
            header: t('security.actions'),
            actions: true,
            cell: (session) =>
              !session.current && (
                <Form method="post">
                  <input type="hidden" name="intent" value="end-session" />
                  <input type="hidden" name="session" value={session.hash} />
                  <SubmitButton
                    variant="outline"
                    size="sm"
                    aria-label={t('security.signOutDevice', { device: nameOf(session) })}
                  >
                    {t('security.signOut')}
                  </SubmitButton>
                </Form>
              ),
          },
        ]}
      />
    </PageSection>
  )
}
