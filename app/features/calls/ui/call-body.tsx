import { ScreenShareOff, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Calls } from '#app/features/calls/client/call-client.ts'
import type { CallState, CurrentCall } from '#app/features/calls/client/call-state.ts'
import { isModerator, othersIn, ownPart, picturedOf } from '#app/features/calls/client/call-view.ts'
import { type CallParticipant, maxParticipants } from '#app/realtime/protocol/call-events.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { DialogButton } from '#app/ui/dialog.tsx'
import { CallTile } from './call-tile.tsx'
import { StreamVideo } from './stream-video.tsx'
import { useSpeaker } from './use-calls.ts'

type Props = { calls: Calls; state: CallState; current: CurrentCall; inviteId: string }

/** The pictures: a shared screen with the people beside it, or the people. */
export function CallBody(props: Props) {
  const { calls, current } = props
  const others = othersIn(current)
  const speaker = useSpeaker(calls, others.length > 1)
  const sharing = others.find(({ screen, id }) => screen && current.remote.get(id)?.screen)
  if (current.own.screen) return <OwnScreen {...props} speaker={speaker} />
  if (sharing) return <OtherScreen {...props} sharing={sharing} speaker={speaker} />
  if (current.call && current.call.kind !== 'direct') return <Grid {...props} speaker={speaker} />
  return <Direct {...props} />
}

/** Oneself as a participant: the server's entry with what this tab knows better. */
export function selfOf({ viewerId }: CallState, current: CurrentCall) {
  const part = ownPart(current)
  return {
    ...current.own,
    userId: viewerId,
    name: part?.name ?? '',
    isModerator: part?.isModerator ?? false,
    state: 'connected' as const,
  }
}

function SelfTile({ calls, state, current, small }: Omit<Props, 'inviteId'> & { small?: boolean }) {
  return <CallTile own part={selfOf(state, current)} stream={calls.local()?.camera ?? null} small={small === true} />
}

/** The other person large, oneself in the corner. */
function Direct({ calls, state, current }: Props) {
  const [other] = othersIn(current)
  const media = other && current.remote.get(other.id)
  const part = other ?? { ...silent, userId: '', name: current.name }
  return (
    <div className="relative min-h-0 flex-1 p-2 sm:p-3">
      <ul className="grid h-full">
        <CallTile main part={part} stream={media?.camera ?? null} state={media?.state} />
      </ul>
      <ul className="absolute end-4 bottom-4 grid aspect-video w-28 sm:end-6 sm:bottom-6 sm:w-48">
        <SelfTile calls={calls} state={state} current={current} small />
      </ul>
    </div>
  )
}

const silent = {
  muted: false,
  cameraOff: true,
  screen: false,
  handRaised: false,
  isModerator: false,
  state: 'connected',
} as const

/** Columns on a phone and on a wide screen, by the number of tiles. */
function columnsOf(tiles: number): string {
  if (tiles <= 1) return 'grid-cols-1'
  if (tiles === 2) return 'grid-cols-1 sm:grid-cols-2'
  if (tiles <= 4) return 'grid-cols-2'
  if (tiles <= 6) return 'grid-cols-2 sm:grid-cols-3'
  return 'grid-cols-2 sm:grid-cols-4'
}

function Grid({ calls, state, current, inviteId, speaker }: Props & { speaker: string | null }) {
  const { t } = useTranslation('callscreen')
  const others = othersIn(current)
  const shown = picturedOf(current, speaker)
  const room = others.length + 1 < maxParticipants
  return (
    <ul
      className={classes(
        'grid min-h-0 flex-1 auto-rows-fr gap-2 overflow-y-auto p-2 sm:p-3',
        columnsOf(others.length + 1 + (room ? 1 : 0)),
      )}
    >
      <SelfTile calls={calls} state={state} current={current} />
      {others.map((part) => (
        <OtherTile
          key={part.id}
          calls={calls}
          current={current}
          part={part}
          speaking={speaker === part.id}
          main={shown?.id === part.id}
        />
      ))}
      {room && (
        <li className="grid min-h-24 place-items-center rounded-lg border border-dashed border-border p-2">
          <DialogButton dialogId={inviteId} variant="outline" icon={UserPlus}>
            {t('invite.button')}
          </DialogButton>
        </li>
      )}
    </ul>
  )
}

function OtherTile({
  calls,
  current,
  part,
  speaking,
  main,
  small,
}: {
  calls: Calls
  current: CurrentCall
  part: CallParticipant
  speaking: boolean
  /** The one that picture-in-picture shows. */
  main: boolean
  small?: boolean
}) {
  const media = current.remote.get(part.id)
  const removable = isModerator(current) && current.call?.kind !== 'direct' && !small
  return (
    <CallTile
      part={part}
      stream={media?.camera ?? null}
      state={media?.state ?? 'connecting'}
      speaking={speaking}
      main={main}
      small={small === true}
      onRemove={removable ? () => void calls.remove(part.id) : undefined}
    />
  )
}

/** One's own screen is not shown, or it would show itself without end. */
function OwnScreen(props: BesideProps) {
  const { t } = useTranslation('callscreen')
  return (
    <Beside {...props}>
      <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-4">
        <div className="flex max-w-md flex-col items-center gap-3 text-center">
          <Badge tone="danger">{t('share.live')}</Badge>
          <h3 className="text-xl font-semibold">{t('share.active')}</h3>
          <p className="text-sm text-muted-foreground">{t('share.text')}</p>
          <Button icon={ScreenShareOff} onClick={props.calls.stopScreen}>
            {t('share.stop')}
          </Button>
        </div>
      </div>
    </Beside>
  )
}

function OtherScreen({ sharing, ...props }: BesideProps & { sharing: CallParticipant }) {
  const { t } = useTranslation('callscreen')
  const screen = props.current.remote.get(sharing.id)?.screen
  return (
    <Beside {...props}>
      <div className="relative min-h-0 flex-1 overflow-hidden rounded-lg border border-border bg-muted" data-screen>
        {screen && <StreamVideo stream={screen} label={t('share.of', { name: sharing.name })} whole main />}
        <span className="absolute start-1.5 top-1.5 rounded-md bg-background/85 px-2 py-0.5 text-xs font-medium text-foreground">
          {t('share.of', { name: sharing.name })}
        </span>
      </div>
    </Beside>
  )
}

type BesideProps = Omit<Props, 'inviteId'> & { speaker: string | null }

/** A screen large, and everybody small beside it. */
function Beside({ calls, state, current, speaker, children }: BesideProps & { children: ReactNode }) {
  // Another one's screen comes first.
  const shown = picturedOf(current, speaker)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 p-2 sm:flex-row sm:p-3">
      {children}
      <ul className="flex shrink-0 gap-2 overflow-auto sm:w-44 sm:flex-col [&>li]:aspect-video [&>li]:w-28 [&>li]:shrink-0 sm:[&>li]:w-full">
        <SelfTile calls={calls} state={state} current={current} small />
        {othersIn(current).map((part) => (
          <OtherTile
            key={part.id}
            calls={calls}
            current={current}
            part={part}
            speaking={speaker === part.id}
            main={shown?.id === part.id}
            small
          />
        ))}
      </ul>
    </div>
  )
}
