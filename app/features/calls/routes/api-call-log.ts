import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { answerApi, methodNotAllowed, readInput } from '#app/features/accounts/answer-api.server.ts'
import type { UserContext } from '#app/features/accounts/context.ts'
import { callLogRow } from '#app/features/calls/api-rows.ts'
import { findCallLog } from '#app/features/calls/queries.server.ts'
import { writeCallNote } from '#app/features/calls/write-call-note.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

const schema = z.object({ notes: z.string() })

function answerWith(ctx: UserContext, callId: string | undefined) {
  const call = findCallLog(ctx, callId ?? '')
  if (!call) throw notFound('calls:refused.notFound')
  return { body: { data: callLogRow(call) } }
}

/** One call of the caller's history. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  answerApi(request, rateLimits.chatRead, 'messages.read', (ctx) => answerWith(ctx, params.id))

/** PUT: the caller's own note, the only field that anybody writes. */
export async function action({ request, params }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== 'PUT') return methodNotAllowed('GET', 'HEAD', 'PUT')
  return answerApi(request, rateLimits.chatChange, 'messages.update', async (ctx) => {
    const { notes: note } = await readInput(request, schema)
    writeCallNote(ctx, { callId: params.id ?? '', note })
    return answerWith(ctx, params.id)
  })
}
