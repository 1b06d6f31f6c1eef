import { UserMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MemberView } from '#app/features/conversations/conversation-view.ts'
import type { PresenceView } from '#app/features/presence/presence-status.ts'
import { PersonAvatar } from '#app/features/presence/ui/presence-dot.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

export type ShownMember = Pick<MemberView, 'id' | 'name' | 'jobTitle' | 'role'> & { presence: PresenceView }

/** A member of a conversation with their presence, and the actions of an admin. */
export function MemberRow({
  conversationId,
  member,
  isMe,
  showRole,
  canChangeRole,
  canRemove,
  now,
}: {
  conversationId: string
  member: ShownMember
  isMe: boolean
  showRole: boolean
  canChangeRole: boolean
  canRemove: boolean
  now: number
}) {
  const { t } = useTranslation('groups')
  const { id, name, jobTitle, role, presence } = member
  const base = `/messages/${conversationId}/members/${id}`
  const other = role === 'admin' ? 'member' : 'admin'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="flex min-w-0 flex-1 basis-56 items-center gap-3">
        <PersonAvatar id={id} name={name} status={presence.status} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="wrap-anywhere">{name}</span>
            {isMe && <Badge>{t('details.you')}</Badge>}
            {showRole && role === 'admin' && <Badge tone="info">{t('details.role.admin')}</Badge>}
          </p>
          <p className="text-sm text-muted-foreground wrap-anywhere">
            {[jobTitle, presence.customText].filter(Boolean).join(' · ')}
          </p>
          <LastSeen presence={presence} now={now} />
        </div>
      </div>
      {!isMe && (canChangeRole || canRemove) && (
        <div className="flex flex-wrap items-center gap-1">
          {canChangeRole && (
            <PostForm action={`${base}/role`}>
              <input type="hidden" name="role" value={other} />
              <SubmitButton variant="outline" size="sm" aria-label={t(`details.makeNamed.${other}`, { name })}>
                {t(`details.make.${other}`)}
              </SubmitButton>
            </PostForm>
          )}
          {canRemove && (
            <ButtonLink
              to={`/messages/${conversationId}/details?confirm=remove&user=${id}`}
              variant="ghost"
              size="icon"
              icon={UserMinus}
            >
              {t('details.removeNamed', { name })}
            </ButtonLink>
          )}
        </div>
      )}
    </li>
  )
}

function LastSeen({ presence, now }: { presence: PresenceView; now: number }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  if (presence.lastSeenAt === null) return null
  const when = format.relative(Math.min(presence.lastSeenAt, now), now)
  return <p className="text-xs text-muted-foreground">{t('states.lastSeen', { when })}</p>
}
