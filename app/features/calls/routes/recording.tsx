import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { shownChapters } from '#app/features/calls/recordings/chapters.ts'
import { findRecording } from '#app/features/calls/recordings/find-recording.server.ts'
import { RecordingPlayer } from '#app/features/calls/ui/recording-player.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'calls:recording.title', description: 'calls:recording.description' }

/** `at` is where it begins to play (s): the chapters are links, which need no scripts. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const recording = orNotFound(findRecording(ctx, params.recordingId ?? ''))
  const at = Math.floor(Number(new URL(request.url).searchParams.get('at'))) || 0
  const chapters = shownChapters(recording.chapters, recording.durationMs)
  return {
    recording: { ...recording, chapters },
    at: Math.min(Math.max(at, 0), Math.floor(recording.durationMs / 1000)),
  }
}

export default function Recording() {
  return <RecordingPlayer {...useLoaderData<typeof loader>()} />
}
