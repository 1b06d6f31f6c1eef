import type { ActionFunctionArgs } from '@remix-run/node'
import { answerApi, methodNotAllowed, parseQuery } from '#app/features/accounts/answer-api.server.ts'
import { takePiece } from '#app/features/calls/broadcasts/take-piece.server.ts'
import { pieceSchema } from '#app/features/calls/recordings/piece-schema.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

export const loader = () => methodNotAllowed('POST')

/** Takes a piece of a broadcast (the body, up to a megabyte), and answers which one is wanted next. */
export async function action({ request, params }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  return answerApi(request, rateLimits.callPiece, 'messages.send', async (ctx) => {
    const { index, last } = parseQuery(pieceSchema, request)
    const bytes = new Uint8Array(await request.arrayBuffer())
    const broadcastId = params.broadcastId ?? ''
    return { body: await takePiece(ctx, { broadcastId, index, bytes, last: last === '1' }) }
  })
}
