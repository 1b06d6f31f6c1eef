import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { answerApi, methodNotAllowed } from '#app/features/accounts/answer-api.server.ts'
import { callRecordingRow } from '#app/features/calls/api-rows.ts'
import { listRecordingFiles } from '#app/features/calls/recordings/find-recording.server.ts'
import { removeRecording } from '#app/features/calls/recordings/remove-recording.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** One recording that the caller may play. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.chatRead, 'messages.read', (ctx) => {
    const [found] = listRecordingFiles(ctx, { id: params.id ?? '', limit: 1, offset: 0 })
    if (!found) throw notFound('calls:refused.notFound')
    return { body: { data: callRecordingRow(found) } }
  })

/** DELETE: removes it for everybody, by somebody who is heard in it. */
export async function action({ request, params }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== 'DELETE') return methodNotAllowed('GET', 'HEAD', 'DELETE')
  return answerApi(request, rateLimits.chatChange, 'messages.update', async (ctx) => {
    await removeRecording(ctx, { recordingId: params.id ?? '' })
    return { body: {} }
  })
}
