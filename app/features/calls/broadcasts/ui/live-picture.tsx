import { Volume2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canWatch, livePlayer } from '#app/features/calls/broadcasts/client/live-player.ts'
import { watchLive } from '#app/features/calls/broadcasts/client/watch-live.ts'
import type { BroadcastView } from '#app/features/calls/broadcasts/queries.server.ts'
import type { BroadcastProgress, BroadcastQuestion } from '#app/realtime/protocol/broadcast-events.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'

type Said = {
  onProgress(progress: BroadcastProgress): void
  onQuestions(questions: readonly BroadcastQuestion[]): void
}

/** Follows a broadcast while it is live, and plays it for everybody but its host. */
export function LivePicture({ broadcast, ...said }: { broadcast: BroadcastView } & Said) {
  const { t } = useTranslation('broadcastlive')
  const { id, format, isHost, title, state } = broadcast
  const video = useRef<HTMLVideoElement>(null)
  const told = useRef<Said>(said)
  told.current = said
  const [obstacle, setObstacle] = useState<'unsupported' | 'closed' | null>(null)
  const [isSilent, setIsSilent] = useState(false)
  /** Each try has a player of its own. */
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew
  useEffect(() => {
    const element = video.current
    const isWatched = !isHost && canWatch(format)
    if (!isHost && !isWatched) setObstacle('unsupported')
    const player = element && isWatched ? livePlayer(element, format, () => setAttempt((tries) => tries + 1)) : null
    const stop = watchLive(id, {
      progress: (progress) => told.current.onProgress(progress),
      questions: (questions) => told.current.onQuestions(questions),
      closed: () => setObstacle('closed'),
      piece(piece) {
        if (!player) return piece.taken()
        player.add(piece)
      },
    })
    if (element && player)
      element.play().catch((error: unknown) => {
        // Before the person has touched the page, browsers play without sound only.
        if (!(error instanceof DOMException && error.name === 'NotAllowedError')) return
        element.muted = true
        setIsSilent(true)
        void element.play().catch(() => {})
      })
    return () => {
      stop()
      player?.close()
    }
  }, [id, format, isHost, attempt])
  function unmute() {
    if (video.current) video.current.muted = false
    setIsSilent(false)
  }
  if (obstacle) return <Alert tone={obstacle === 'closed' ? 'warning' : 'info'}>{t(`obstacle.${obstacle}`)}</Alert>
  if (isHost || state !== 'live') return null
  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has written yet what is being said */}
      <video
        ref={video}
        controls
        playsInline
        aria-label={title}
        data-live-picture
        className="aspect-video w-full rounded-md bg-muted"
      />
      {isSilent && (
        <Button icon={Volume2} onClick={unmute} className="absolute start-3 top-3">
          {t('sound')}
        </Button>
      )}
    </div>
  )
}
