import { useTranslation } from 'react-i18next'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { GroupPrivacy } from '#db/vocabulary/chat.ts'

/** Asks for confirmation before the viewer leaves a group. */
export function LeaveConfirm({ id, name, privacy }: { id: string; name: string; privacy: GroupPrivacy }) {
  const { t } = useTranslation('groups')
  return (
    <PostForm action={`/messages/${id}/leave`}>
      <ConfirmPanel
        title={t('details.leaveTitle', { name })}
        confirmLabel={t('details.leave')}
        cancelTo={`/messages/${id}/details`}
      >
        <p>{t(`details.leaveText.${privacy}`)}</p>
      </ConfirmPanel>
    </PostForm>
  )
}

/** Asks for confirmation before a member is removed from a group. */
export function RemoveConfirm({
  id,
  group,
  member,
}: {
  id: string
  group: string
  member: { id: string; name: string }
}) {
  const { t } = useTranslation('groups')
  const { name } = member
  return (
    <PostForm action={`/messages/${id}/members/${member.id}/remove`}>
      <ConfirmPanel
        title={t('details.removeTitle', { name, group })}
        confirmLabel={t('details.remove')}
        cancelTo={`/messages/${id}/details`}
      >
        <p>{t('details.removeText', { name })}</p>
      </ConfirmPanel>
    </PostForm>
  )
}
