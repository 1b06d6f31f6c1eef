import { Form } from '@remix-run/react'
import { UserMinus, UserPlus, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TeamMember } from '#app/features/projects/members/project-team.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { Timeline } from '#app/ui/timeline.tsx'
import type { ProjectRole } from '#db/vocabulary/projects.ts'

type Editing = { roles: readonly ProjectRole[]; submissionId: string }

function useRoleOptions(roles: readonly ProjectRole[]) {
  const { t } = useTranslation('projectteam')
  return roles.map((value) => ({ value, label: t(`name.${value}`) }))
}

/** The people of the reader's company on a project; with `roles`, each with a form that gives another role and a button that takes them off. */
export function TeamTable({ members, roles, submissionId }: Editing & { members: readonly TeamMember[] }) {
  const { t } = useTranslation('projectteam')
  const format = useFormat()
  return (
    <DataTable
      caption={t('title')}
      rows={members}
      rowKey={({ id }) => id}
      columns={[
        { key: 'name', header: t('person'), primary: true, cell: ({ name }) => name },
        {
          key: 'role',
          header: t('role'),
          cell: (member) =>
            roles.length > 0 ? (
              <RoleForm member={member} roles={roles} submissionId={submissionId} />
            ) : (
              t(`name.${member.role}`)
            ),
        },
        { key: 'since', header: t('since'), cell: ({ addedAt }) => format.date(addedAt) },
        ...(roles.length > 0
          ? [
              {
                key: 'actions',
                header: t('actions'),
                actions: true,
                cell: ({ userId, name }: TeamMember) => (
                  <Form method="post">
                    <input type="hidden" name="submissionId" value={submissionId} />
                    <input type="hidden" name="userId" value={userId} />
                    <SubmitButton variant="ghost" size="icon" icon={UserMinus} name="role" value="none">
                      {t('remove', { name })}
                    </SubmitButton>
                  </Form>
                ),
              },
            ]
          : []),
      ]}
      empty={<EmptyState icon={Users} title={t('none')} />}
    />
  )
}

function RoleForm({ member, roles, submissionId }: Editing & { member: TeamMember }) {
  const { t } = useTranslation('projectteam')
  return (
    <Form method="post" className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="submissionId" value={submissionId} />
      <input type="hidden" name="userId" value={member.userId} />
      <Select
        name="role"
        label={t('roleOf', { name: member.name })}
        labelHidden
        defaultValue={member.role}
        options={useRoleOptions(roles)}
        id={`role-${member.id}`}
      />
      <SubmitButton variant="outline" size="sm">
        {t('change')}
      </SubmitButton>
    </Form>
  )
}

/** Puts a colleague on the project. */
export function AddToTeam({
  colleagues,
  roles,
  submissionId,
}: Editing & { colleagues: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation('projectteam')
  const options = useRoleOptions(roles)
  return (
    <Card title={t('add.title')}>
      {colleagues.length === 0 ? (
        <p className="text-sm text-muted-foreground">{t('add.nobody')}</p>
      ) : (
        <Form method="post" noValidate className="grid gap-3 sm:grid-cols-[1fr_1fr_auto] sm:items-end">
          <input type="hidden" name="submissionId" value={submissionId} />
          <Select
            name="userId"
            id="team-userId"
            label={t('person')}
            placeholder={t('add.choose')}
            required
            options={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Select
            name="role"
            id="team-role"
            label={t('role')}
            placeholder={t('add.choose')}
            required
            options={options}
          />
          <SubmitButton icon={UserPlus}>{t('add.button')}</SubmitButton>
        </Form>
      )}
    </Card>
  )
}

/** The people of the other side of a contract. */
export function OtherSide({ members }: { members: readonly TeamMember[] }) {
  const { t } = useTranslation('projectteam')
  const [first] = members
  if (!first) return null
  return (
    <Card title={t('other', { company: first.company })}>
      <ul className="flex flex-col gap-1 text-sm">
        {members.map(({ id, name, role }) => (
          <li key={id}>{t('withRole', { name, role: t(`name.${role}`) })}</li>
        ))}
      </ul>
    </Card>
  )
}

/** Who was on the project for the reader's company, with which role, from when to when. */
export function TeamHistory({ history }: { history: readonly TeamMember[] }) {
  const { t } = useTranslation('projectteam')
  const format = useFormat()
  if (history.length === 0) return null
  return (
    <Card title={t('history.title')}>
      <Timeline
        entries={history.map(({ id, name, role, addedAt, addedBy, endedAt, endedBy }) => ({
          id,
          title: t('withRole', { name, role: t(`name.${role}`) }),
          time: format.dateTime(addedAt),
          by: t('history.by', { name: addedBy }),
          ...(endedAt !== null && {
            body: t('history.ended', { time: format.dateTime(endedAt), name: endedBy ?? '' }),
          }),
        }))}
      />
    </Card>
  )
}
