import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { CompanyRole } from '#db/vocabulary/accounts.ts'

export type InviteRow = {
  id: string
  name: string
  email: string
  createdAt: number
  companyRole: CompanyRole
  expiresAt: number
}

/** Pending invitations, each with buttons to send it again or revoke it. */
export function InviteTable({ invites, now }: { invites: readonly InviteRow[]; now: number }) {
  const { t } = useTranslation('team')
  const format = useFormat()
  return (
    <DataTable
      caption={t('invites.caption')}
      rows={invites}
      rowKey={(invite) => invite.id}
      columns={[
        {
          key: 'name',
          header: t('members.name'),
          primary: true,
          cell: ({ name, email }) => (
            <span className="flex flex-col tabular:min-w-44">
              <span className="wrap-break-word">{name}</span>
              <span className="text-sm font-normal text-muted-foreground wrap-break-word">{email}</span>
            </span>
          ),
        },
        { key: 'role', header: t('members.role'), cell: ({ companyRole }) => t(`role.${companyRole}`) },
        {
          key: 'sent',
          header: t('invites.sent'),
          day: true,
          cell: ({ createdAt }) => format.date(createdAt),
        },
        {
          key: 'expires',
          header: t('invites.expires'),
          cell: ({ expiresAt }) =>
            expiresAt > now ? format.relative(expiresAt, now) : <Badge tone="warning">{t('invites.expired')}</Badge>,
        },
        {
          key: 'actions',
          header: t('members.actions'),
          actions: true,
          cell: ({ id, name }) => (
            <span className="inline-flex flex-wrap gap-2 whitespace-nowrap">
              <PostForm action={`/team/invitations/${id}/resend`}>
                <SubmitButton variant="outline" size="sm" aria-label={t('invites.resendTo', { name })}>
                  {t('invites.resend')}
                </SubmitButton>
              </PostForm>
              <PostForm action={`/team/invitations/${id}/revoke`}>
                <SubmitButton variant="outline" size="sm" aria-label={t('invites.revokeOf', { name })}>
                  {t('invites.revoke')}
                </SubmitButton>
              </PostForm>
            </span>
          ),
        },
      ]}
    />
  )
}
