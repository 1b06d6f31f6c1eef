import { useTranslation } from 'react-i18next'
import { Avatar } from '#app/ui/avatar.tsx'
import type { PresenceStatus } from '#db/vocabulary/chat.ts'

/** A person's status as a dot on their avatar, with a text for screen readers. */
function PresenceDot({ status }: { status: PresenceStatus }) {
  const { t } = useTranslation('chat')
  return <span role="img" aria-label={t(`states.presence.${status}`)} className={`presence presence-${status}`} />
}

/** A person's avatar with their status. */
export function PersonAvatar({
  id,
  name,
  status,
  size = 'md',
}: {
  id: string | null
  name: string
  status: PresenceStatus | undefined
  size?: 'sm' | 'md'
}) {
  return (
    <span className="person-avatar">
      <Avatar id={id} name={name} size={size} />
      {status && <PresenceDot status={status} />}
    </span>
  )
}
