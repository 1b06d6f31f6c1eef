import { needWriter } from '#app/platform/processes/needs-writer.server.ts'
import type { Step } from '#app/platform/requests/page-pipeline.server.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import { sessionOfRequest } from './session.server.ts'

/**
 * In a renderer: leaves a page that shows a flash message, which is then removed from the session, to the writer before
 * anything is rendered. Reading the session does the same when its last use has to be stored.
 * @throws NeedsWriter then
 */
export const leaveSessionWrites: Step = async (request, next) => {
  const { session: hash, wantsPage, byScript } = requestContext()
  if (hash !== null && (wantsPage || byScript)) {
    const { session } = await sessionOfRequest(request.headers.cookie ?? null)
    if (session.has('flash')) needWriter()
  }
  return next()
}
