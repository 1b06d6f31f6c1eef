import { Download, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { callDuration } from '#app/features/calls/call-log.ts'
import type { RecordingView } from '#app/features/calls/recordings/find-recording.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** A recording in the browser's own player, with its chapters, who is in it, and what can be done with it (CALL-14). */
export function RecordingPlayer({ recording, at }: { recording: RecordingView; at: number }) {
  const { t } = useTranslation('calls')
  const format = useFormat()
  const { id, fileId, hasPicture, chapters, durationMs, title, people, startedAt, by, size } = recording
  const label = title ?? t('recording.of', { names: format.list(people.map(({ name }) => name)) })
  // A media fragment (W3C): the player begins there, without scripts.
  const src = `/files/${fileId}${at > 0 ? `#t=${at}` : ''}`
  const track = <track kind="chapters" src={`/calls/recordings/${id}/chapters.vtt`} default />
  const shared = { src, controls: true, preload: 'metadata', 'aria-label': label } as const
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Card title={label}>
        {hasPicture ? (
          <video {...shared} key={at} playsInline className="aspect-video w-full rounded-md bg-muted">
            {track}
          </video>
        ) : (
          <audio {...shared} key={at} className="w-full">
            {track}
          </audio>
        )}
        <p className="mt-3 text-sm text-muted-foreground tabular-nums">
          <time dateTime={new Date(startedAt).toISOString()}>{format.dateTime(startedAt)}</time>
          {` · ${callDuration(durationMs / 1000)} · ${t('recording.size', { size: format.number(Math.max(1, Math.round(size / 100_000)) / 10) })}`}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <ButtonLink to={`/files/${fileId}`} icon={Download} download reloadDocument variant="outline">
            {t('recording.download')}
          </ButtonLink>
          {recording.mayRemove && (
            <ButtonLink to={`/calls/recordings/${id}/remove`} icon={Trash2} variant="ghost">
              {t('recording.remove.button')}
            </ButtonLink>
          )}
        </div>
      </Card>
      <div className="flex flex-col gap-5">
        <Card title={t('recording.chapters')}>
          <ol className="-my-1 divide-y divide-border">
            {chapters.map((chapter) => (
              <li key={chapter.at} className="flex items-baseline gap-3 py-2 text-sm">
                <TextLink to={`/calls/recordings/${id}?at=${Math.floor(chapter.at / 1000)}`} className="tabular-nums">
                  {callDuration(chapter.at / 1000)}
                </TextLink>
                <span className="min-w-0 wrap-anywhere">
                  {t(`recording.chapter.${chapter.kind}`, { name: chapter.name })}
                </span>
              </li>
            ))}
          </ol>
        </Card>
        <Card title={t('recording.people')}>
          <p className="text-sm">{format.list(people.map(({ name }) => name))}</p>
          <p className="mt-3 text-sm text-muted-foreground">
            {t('recording.kept', { name: by, date: format.date(recording.keptUntil) })}
          </p>
        </Card>
      </div>
    </div>
  )
}
