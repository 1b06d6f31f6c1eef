import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { chaptersVtt } from '#app/features/calls/recordings/chapters.ts'
import { findRecording } from '#app/features/calls/recordings/find-recording.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'
import { textOf } from '#app/ui/text.ts'

/** The chapters of a recording as a WebVTT track, in the language of the reader. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireUser(request, 'messages.read')
    const { chapters, durationMs } = orNotFound(findRecording(ctx, params.recordingId ?? ''))
    const { locale } = await detectLanguage(request, ctx.actor.locale)
    const i18n = i18nFor(locale)
    const text = chaptersVtt(chapters, durationMs, ({ kind, name }) =>
      textOf(i18n, `calls:recording.chapter.${kind}`, { name }),
    )
    return new Response(text, {
      headers: { 'Content-Type': 'text/vtt; charset=utf-8', 'Cache-Control': 'private, no-cache', Vary: 'Cookie' },
    })
  })
