import type { Step } from '#app/platform/requests/page-pipeline.server.ts'
import { type RequestContext, requestContext } from '#app/platform/requests/request-context.server.ts'

/** Ends a request in a renderer that turns out to write: the writer answers it from the start. */
export class NeedsWriter extends Error {}

const needing = new WeakSet<RequestContext>()

/**
 * Leaves the current request to the writer.
 * @throws NeedsWriter always. Whoever catches it changes nothing: `leaveToWriter` has been told.
 */
export function needWriter(): never {
  needing.add(requestContext())
  throw new NeedsWriter('this process only reads; the writer answers the request')
}

/** Whether the current request is left to the writer, so that what becomes of it here is no failure. */
export const isLeftToWriter = (): boolean => needing.has(requestContext())

/**
 * The first step of a renderer: drops the answer of a request that tried to write. Nothing of it has been sent, and it has changed
 * nothing, because a renderer's database is read-only.
 * @throws NeedsWriter then
 */
export const leaveToWriter: Step = async (_request, next) => {
  const answer = await next().catch((error: unknown) => {
    if (isLeftToWriter()) needWriter()
    throw error
  })
  if (!isLeftToWriter()) return answer
  await answer.body?.cancel()
  return needWriter()
}
