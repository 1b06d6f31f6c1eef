import { MailOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SentInvitation } from '#app/features/invitations/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { PageSection } from '#app/ui/page-section.tsx'

const tones = { sent: 'info', declined: 'warning', withdrawn: 'neutral' } as const

/** The invitations to a project, for its client. Nothing here depends on who has bid. */
export function SentInvitations({
  projectId,
  invitations,
}: {
  projectId: string
  invitations: readonly SentInvitation[]
}) {
  const { t } = useTranslation('invitations')
  const format = useFormat()
  return (
    <PageSection title={t('sent.listTitle')} description={t('sent.sealed')}>
      <DataTable
        caption={t('sent.listTitle')}
        rows={invitations}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={MailOpen} title={t('sent.emptyTitle')} headingLevel={3}>
            {t('sent.empty')}
          </EmptyState>
        }
        columns={[
          {
            key: 'company',
            header: t('field.company'),
            primary: true,
            cell: ({ companyName, email, note }) => (
              <span className="flex flex-col">
                <span className="wrap-anywhere">{companyName ?? email}</span>
                {companyName && email && (
                  <span className="text-sm font-normal text-muted-foreground wrap-anywhere">{email}</span>
                )}
                {note && (
                  <span className="text-sm font-normal text-muted-foreground wrap-anywhere whitespace-pre-line">
                    {note}
                  </span>
                )}
              </span>
            ),
          },
          { key: 'sent', header: t('field.invitedAt'), cell: ({ invitedAt }) => format.date(invitedAt) },
          {
            key: 'status',
            header: t('field.status'),
            cell: ({ status, reason }) => (
              <span className="flex flex-col items-start gap-1">
                <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
                {reason && <span className="text-sm wrap-anywhere whitespace-pre-line">{reason}</span>}
              </span>
            ),
          },
          {
            key: 'actions',
            header: t('field.actions'),
            actions: true,
            cell: ({ id, companyName, email, actions }) =>
              actions.includes('withdraw') && (
                <PostForm action={`/projects/${projectId}/invitations/${id}/withdraw`}>
                  <SubmitButton variant="outline" aria-label={t('sent.withdrawOf', { name: companyName ?? email })}>
                    {t('sent.withdraw')}
                  </SubmitButton>
                </PostForm>
              ),
          },
        ]}
      />
    </PageSection>
  )
}
