import { Hand, MicOff, UserPlus, UserX, VideoOff, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Calls } from '#app/features/calls/client/call-client.ts'
import type { CallState, CurrentCall } from '#app/features/calls/client/call-state.ts'
import { isModerator, othersIn } from '#app/features/calls/client/call-view.ts'
import { maxParticipants } from '#app/realtime/protocol/call-events.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog.tsx'
import { selfOf } from './call-body.tsx'

/** Who is in a group call, beside the pictures; over them on a phone. */
export function PeoplePanel({
  calls,
  state,
  current,
  inviteId,
}: {
  calls: Calls
  state: CallState
  current: CurrentCall
  inviteId: string
}) {
  const { t } = useTranslation('callscreen')
  const others = othersIn(current)
  const people = [{ ...selfOf(state, current), id: '' }, ...others]
  return (
    <aside
      aria-label={t('panel.title')}
      className="flex min-h-0 w-full flex-col border-border bg-card text-card-foreground max-sm:absolute max-sm:inset-0 sm:w-72 sm:border-s"
    >
      <div className="flex items-center justify-between border-b border-border py-1.5 ps-4 pe-1.5">
        <h3 className="text-sm font-semibold">{t('panel.title')}</h3>
        <Button variant="ghost" size="icon" icon={X} onClick={() => calls.show({ panelOpen: false })}>
          {t('panel.close')}
        </Button>
      </div>
      <ul className="min-h-0 flex-1 divide-y divide-border overflow-y-auto">
        {people.map((part) => (
          <li key={part.id} className="flex min-h-14 items-center gap-3 px-4 py-1.5">
            <Avatar id={part.userId} name={part.name} />
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-medium">
                {part.id ? part.name : t('panel.self', { name: part.name })}
              </p>
              <p className="text-xs text-muted-foreground">
                {part.state === 'ringing'
                  ? t('tile.ringing')
                  : t(part.isModerator ? 'panel.moderator' : 'panel.participant')}
              </p>
            </div>
            {part.handRaised && <Hand role="img" aria-label={t('tile.hand')} className="size-4 text-warning" />}
            {part.muted && <MicOff role="img" aria-label={t('tile.muted')} className="size-4 text-muted-foreground" />}
            {part.cameraOff && (
              <VideoOff role="img" aria-label={t('tile.cameraOff')} className="size-4 text-muted-foreground" />
            )}
            {part.id && isModerator(current) && (
              <Button variant="ghost" size="icon" icon={UserX} onClick={() => void calls.remove(part.id)}>
                {t('tile.remove', { name: part.name })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {people.length < maxParticipants && (
        <div className="border-t border-border p-3">
          <DialogButton dialogId={inviteId} variant="outline" icon={UserPlus} wide>
            {t('invite.button')}
          </DialogButton>
        </div>
      )}
    </aside>
  )
}
