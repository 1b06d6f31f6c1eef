import { useRevalidator } from '@remix-run/react'
import { Download, Square, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BroadcastView } from '#app/features/calls/broadcasts/queries.server.ts'
import { callDuration } from '#app/features/calls/call-log.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { BroadcastProgress, BroadcastQuestion } from '#app/realtime/protocol/broadcast-events.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { loaderOf, useLoaded } from '#app/ui/use-loaded.ts'
import { LiveBadge } from './live-badge.tsx'
import { Questions } from './questions.tsx'

const importPicture = loaderOf(
  () => import('./live-picture.tsx'),
  ({ LivePicture }) => LivePicture,
)

/** A broadcast for its audience: live with scripts, and afterwards its recording for everybody (CALL-15). */
export function BroadcastPage({
  broadcast,
  questions,
  mayAsk,
  submissionId,
}: {
  broadcast: BroadcastView
  questions: readonly BroadcastQuestion[]
  mayAsk: boolean
  submissionId: string
}) {
  const { t } = useTranslation('broadcasts')
  const format = useFormat()
  const { revalidate } = useRevalidator()
  const [viewers, setViewers] = useState<number | null>(null)
  const [heard, setHeard] = useState<readonly BroadcastQuestion[]>([])
  const { id, state, title, description, hostName, place, startedAt, durationMs, watched, isHost } = broadcast
  const isLive = state === 'live'
  const isFollowed = isLive || state === 'ended'
  const LivePicture = useLoaded(importPicture, isFollowed)
  const all = [...questions, ...heard.filter((one) => !questions.some((known) => known.id === one.id))]
  function follow({ state: next, viewers: now }: BroadcastProgress) {
    setViewers(next === 'live' ? now : null)
    if (next !== state) revalidate()
  }
  const count = isLive ? viewers : watched
  const facts = [
    place ? t('live.byTo', { name: hostName, place }) : hostName,
    durationMs === null ? null : callDuration(durationMs / 1000),
    count === null ? null : t(isLive ? 'watching' : 'watched', { count }),
  ]
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <Card title={isLive ? <LiveBadge /> : t('over')} as="div">
          <Picture broadcast={broadcast} />
          {LivePicture && isFollowed && (
            <LivePicture
              broadcast={broadcast}
              onProgress={follow}
              onQuestions={(more) => setHeard((before) => [...before, ...more])}
            />
          )}
          <p className="mt-3 text-sm wrap-anywhere text-muted-foreground tabular-nums">
            <time dateTime={new Date(startedAt).toISOString()}>{format.dateTime(startedAt)}</time>
            {` · ${facts.filter((fact) => fact !== null).join(' · ')}`}
          </p>
          {description && <p className="mt-3 wrap-anywhere whitespace-pre-line">{description}</p>}
          <div className="mt-4 flex flex-wrap gap-2">
            <Actions broadcast={broadcast} />
          </div>
        </Card>
        <p className="text-sm text-muted-foreground">
          {isLive && t('isRecorded', { name: hostName })}
          {state === 'recorded' && t('kept', { date: format.date(broadcast.keptUntil) })}
        </p>
      </div>
      <Questions
        broadcastId={id}
        questions={all}
        form={isLive && mayAsk ? { submissionId, isHost } : null}
        title={title}
      />
    </div>
  )
}

/** The recording, or what there is instead. */
function Picture({ broadcast: { state, title, fileId, endReason, isHost } }: { broadcast: BroadcastView }) {
  const { t } = useTranslation('broadcasts')
  if (state === 'recorded' && fileId)
    return (
      // biome-ignore lint/a11y/useMediaCaption: nobody has written what was said
      <video
        src={`/files/${fileId}`}
        controls
        playsInline
        preload="metadata"
        aria-label={title}
        className="aspect-video w-full rounded-md bg-muted"
      />
    )
  if (state === 'live')
    return isHost ? (
      <Alert tone="info" title={t('host.title')}>
        {t('host.text')}
      </Alert>
    ) : (
      <noscript>
        <Alert tone="info" title={t('noScript.title')}>
          {t('noScript.text')}
        </Alert>
      </noscript>
    )
  const why = endReason === null || endReason === 'ended' ? null : t(`reason.${endReason}`)
  return (
    <Alert tone="info" title={why ?? t('over')}>
      {t(`state.${state === 'recorded' ? 'ended' : state}`)}
    </Alert>
  )
}

function Actions({ broadcast: { id, state, fileId, isHost } }: { broadcast: BroadcastView }) {
  const { t } = useTranslation('broadcasts')
  if (state === 'live')
    return isHost ? (
      <PostForm action={`/broadcasts/${id}/end`}>
        <SubmitButton variant="destructive" icon={Square}>
          {t('end')}
        </SubmitButton>
      </PostForm>
    ) : (
      <ButtonLink to="/calls" variant="destructive">
        {t('leave')}
      </ButtonLink>
    )
  if (state === 'ended') return <ReloadButton id={id} />
  if (state !== 'recorded' || !fileId) return null
  return (
    <>
      <ButtonLink to={`/files/${fileId}`} icon={Download} download reloadDocument variant="outline">
        {t('download')}
      </ButtonLink>
      {isHost && (
        <ButtonLink to={`/broadcasts/${id}/remove`} icon={Trash2} variant="ghost">
          {t('remove.button')}
        </ButtonLink>
      )}
    </>
  )
}

/** The recording takes a moment; a link looks again, with and without scripts. */
function ReloadButton({ id }: { id: string }) {
  const { t } = useTranslation('broadcasts')
  return (
    <ButtonLink to={`/broadcasts/${id}`} variant="outline">
      {t('lookAgain')}
    </ButtonLink>
  )
}
