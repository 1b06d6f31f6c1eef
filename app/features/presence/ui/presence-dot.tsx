import { useTranslation } from 'react-i18next'
import { Avatar } from '#app/ui/avatar.tsx'
import { classes } from '#app/ui/classes.ts'
import type { PresenceStatus } from '#db/vocabulary/chat.ts'

/** Distinguished by shape as well as colour: full, hollow, or with a bar. */
const looks: Record<PresenceStatus, string> = {
  online: 'bg-success',
  away: 'border-3 border-warning bg-card',
  busy: 'bg-destructive',
  dnd: 'bg-destructive after:absolute after:inset-x-0.5 after:inset-y-[0.3125rem] after:rounded-full after:bg-card',
  offline: 'border-2 border-muted-foreground bg-card',
}

/** A person's status as a dot on their avatar, with a text for screen readers. */
function PresenceDot({ status }: { status: PresenceStatus }) {
  const { t } = useTranslation('chat')
  return (
    <span className={classes('absolute -end-0.5 -bottom-0.5 size-3 rounded-full ring-2 ring-card', looks[status])}>
      <span className="sr-only">{t(`states.presence.${status}`)}</span>
    </span>
  )
}

/** A person's avatar with their status. */
export function PersonAvatar({
  name,
  status,
  size = 'md',
}: {
  name: string
  status: PresenceStatus | undefined
  size?: 'sm' | 'md'
}) {
  return (
    <span className="relative inline-flex shrink-0">
      <Avatar name={name} size={size} />
      {status && <PresenceDot status={status} />}
    </span>
  )
}
