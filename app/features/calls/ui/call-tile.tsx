import { Hand, MicOff, ScreenShare, UserX, VideoOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RemoteMedia } from '#app/features/calls/client/media-transport.ts'
import type { CallParticipant } from '#app/realtime/protocol/call-events.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { StreamVideo } from './stream-video.tsx'

/** One person: their picture or initials, name, and what is the matter with them. */
export function CallTile({
  part,
  stream,
  state,
  own,
  speaking,
  main,
  small,
  onRemove,
}: {
  part: Pick<
    CallParticipant,
    'userId' | 'name' | 'muted' | 'cameraOff' | 'handRaised' | 'isModerator' | 'state' | 'screen'
  >
  stream: MediaStream | null
  state?: RemoteMedia['state'] | undefined
  own?: boolean
  speaking?: boolean
  main?: boolean
  small?: boolean
  onRemove?: (() => void) | undefined
}) {
  const { t } = useTranslation('callscreen')
  const { name, userId, muted, cameraOff, handRaised, isModerator } = part
  const shown = !cameraOff && stream !== null && stream.getVideoTracks().length > 0
  const trouble =
    part.state === 'ringing' ? t('tile.ringing') : state && state !== 'connected' ? t(`tile.link.${state}`) : null
  return (
    <li
      data-participant={own ? 'self' : userId}
      className={classes(
        'relative min-h-0 overflow-hidden rounded-lg border bg-card text-card-foreground',
        speaking ? 'border-primary ring-2 ring-primary' : 'border-border',
      )}
    >
      {shown && (
        <StreamVideo stream={stream} label={own ? t('tile.you') : name} mirrored={own === true} main={main === true} />
      )}
      {!shown && (
        // A small tile is 63 pixels high on a phone: the initials stand over the label.
        <div className={classes('grid size-full place-items-center', small ? 'p-1 pb-7' : 'p-2')}>
          <Avatar id={userId} name={name} size={small ? 'sm' : 'xl'} />
        </div>
      )}
      <div className="absolute inset-x-0 bottom-0 flex items-end gap-1 p-1.5">
        <span className="flex min-w-0 items-center gap-1.5 rounded-md bg-background/85 px-2 py-0.5 text-xs font-medium text-foreground">
          {muted && <Told icon={MicOff} text={t('tile.muted')} />}
          {cameraOff && <Told icon={VideoOff} text={t('tile.cameraOff')} />}
          {part.screen && <Told icon={ScreenShare} text={t('tile.sharing')} />}
          <span className="truncate">{own ? t('tile.you') : name}</span>
          {isModerator && !small && <span className="text-muted-foreground">{t('tile.host')}</span>}
        </span>
      </div>
      {(handRaised || trouble) && (
        <div className="absolute start-1.5 top-1.5 flex flex-col items-start gap-1">
          {handRaised && (
            <Badge tone="warning" icon={Hand}>
              {t('tile.hand')}
            </Badge>
          )}
          {trouble && <Badge>{trouble}</Badge>}
        </div>
      )}
      {onRemove && (
        <Button
          variant="secondary"
          size="icon"
          icon={UserX}
          onClick={onRemove}
          className="absolute end-1.5 top-1.5"
          title={t('tile.remove', { name })}
        >
          {t('tile.remove', { name })}
        </Button>
      )}
    </li>
  )
}

function Told({ icon: Icon, text }: { icon: typeof MicOff; text: string }) {
  return (
    <>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">{text}</span>
    </>
  )
}
