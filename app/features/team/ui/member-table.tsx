import { Check, UserMinus, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { CompanyRole, UserStatus } from '#db/vocabulary/accounts.ts'

export type MemberRow = {
  id: string
  name: string
  email: string
  jobTitle: string | null
  status: UserStatus
  companyRole: CompanyRole
  joinedAt: number
  roles: CompanyRole[]
  removable: boolean
}

/** The team, with the changes that the user may make to each member. */
export function MemberTable({ members, me, q }: { members: readonly MemberRow[]; me: string; q: string }) {
  const { t } = useTranslation('team')
  const format = useFormat()
  const changes = members.some((member) => member.roles.length > 1 || member.removable)
  return (
    <DataTable
      caption={t('members.caption')}
      rows={members}
      rowKey={(member) => member.id}
      columns={[
        {
          key: 'name',
          header: t('members.name'),
          primary: true,
          cell: (member) => <Person member={member} me={me} />,
        },
        {
          key: 'jobTitle',
          header: t('members.jobTitle'),
          cell: ({ jobTitle }) => jobTitle && <span className="wrap-break-word">{jobTitle}</span>,
        },
        {
          key: 'role',
          header: t('members.role'),
          cell: (member) =>
            member.roles.length > 1 ? (
              <RoleForm member={member} />
            ) : (
              <Badge tone={member.companyRole === 'owner' ? 'info' : 'neutral'}>
                {t(`role.${member.companyRole}`)}
              </Badge>
            ),
        },
        {
          key: 'joined',
          header: t('members.joined'),
          day: true,
          cell: ({ joinedAt }) => format.date(joinedAt),
        },
        ...(changes
          ? [
              {
                key: 'actions',
                header: t('members.actions'),
                actions: true,
                cell: ({ id, name, removable }: MemberRow) =>
                  removable && (
                    <ButtonLink to={`/team/${id}/remove`} variant="ghost" size="icon" icon={UserMinus}>
                      {t('members.removeName', { name })}
                    </ButtonLink>
                  ),
              },
            ]
          : []),
      ]}
      empty={
        <EmptyState
          icon={Users}
          title={t('members.empty')}
          action={
            q && (
              <ButtonLink to="/team" variant="outline">
                {t('members.clear')}
              </ButtonLink>
            )
          }
        >
          {t(q ? 'members.emptyText' : 'members.aloneText')}
        </EmptyState>
      }
    />
  )
}

function Person({ member, me }: { member: MemberRow; me: string }) {
  const { t } = useTranslation('team')
  const { id, name, email, status } = member
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} />
      <span className="flex min-w-0 flex-col tabular:min-w-44">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <a href={`/team/${id}`} className="wrap-break-word underline-offset-4 hover:underline">
            {name}
          </a>
          {id === me && <Badge>{t('members.you')}</Badge>}
          {status === 'disabled' && <Badge tone="warning">{t('members.disabled')}</Badge>}
        </span>
        <span className="text-sm font-normal text-muted-foreground wrap-break-word">{email}</span>
      </span>
    </span>
  )
}

function RoleForm({ member }: { member: MemberRow }) {
  const { t } = useTranslation('team')
  const { id, name, companyRole, roles } = member
  return (
    <PostForm action={`/team/${id}/role`} className="flex items-center gap-2">
      <Select
        key={companyRole}
        id={`role-${id}`}
        name="companyRole"
        label={t('members.roleOf', { name })}
        labelHidden
        defaultValue={companyRole}
        options={roles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
        className="min-w-28"
      />
      <SubmitButton variant="outline" size="icon" icon={Check}>
        {t('members.changeRoleOf', { name })}
      </SubmitButton>
    </PostForm>
  )
}
