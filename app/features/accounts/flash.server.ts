import { redirect } from '@remix-run/node'
import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'
import { AppError, fullDisk, newsOf, statusOf } from '#app/platform/errors.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import { textOf } from '#app/ui/text.ts'
import { type Flash, guestFlash } from './sessions/guest-flash.server.ts'
import { commitSession, loadSession } from './sessions/session.server.ts'

/** A 303 redirect to `to` with a flash message, in the session or, without one, in a cookie of its own. */
export async function redirectWithFlash(request: Request, to: string, flash: Flash): Promise<Response> {
  const { session } = await loadSession(request)
  const hasSession = Object.keys(session.data).length > 0
  if (hasSession) session.flash('flash', flash)
  return redirect(to, {
    status: 303,
    headers: { 'Set-Cookie': await (hasSession ? commitSession(session) : guestFlash(flash)) },
  })
}

/**
 * Runs the verb behind a button and redirects back with its result as a flash message; an AppError becomes an error message.
 * @throws Response 404 for fetch requests when the record is not visible to the caller; 507 when the disk is full; rethrows
 * unexpected errors
 */
export async function handleButton(
  request: Request,
  back: string,
  run: () => Promise<Response> | Response,
): Promise<Response> {
  try {
    return await run()
  } catch (thrown) {
    const error = fullDisk(thrown) ?? thrown
    if (!(error instanceof AppError)) throw error
    // A plain form cannot display a bare 404, so the page it came from reports that the record is gone.
    const plain = request.headers.get('Accept')?.includes('text/html')
    // The message for the next page could not be stored either.
    if (error.text.key === 'errors:storageDisk') {
      const { key } = error.text
      const { user } = await loadSession(request)
      const { locale } = await detectLanguage(request, user?.locale ?? null)
      const told = plain ? textOf(i18nFor(locale), key) : key
      throw new Response(told, {
        status: statusOf[error.code],
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      })
    }
    if (error.code === 'not_found' && !plain) throw new Response(error.text.key, { status: 404 })
    const news = newsOf(error, requestContext().lastChange)
    return redirectWithFlash(request, back, { tone: 'danger', text: error.text, ...(news && { news }) })
  }
}
