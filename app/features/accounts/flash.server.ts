import { redirect } from '@remix-run/node'
import { AppError } from '#app/platform/errors.ts'
import { commitSession, type Flash, loadSession } from './sessions/session.server.ts'

/** A 303 redirect to `to` with a flash message. */
export async function redirectWithFlash(request: Request, to: string, flash: Flash): Promise<Response> {
  const { session } = await loadSession(request)
  session.flash('flash', flash)
  return redirect(to, { status: 303, headers: { 'Set-Cookie': await commitSession(session) } })
}

/**
 * Runs the verb behind a button and redirects back with its result as a flash message; an AppError becomes an error message.
 * @throws Response 404 for fetch requests when the record is not visible to the caller; rethrows unexpected errors
 */
export async function handleButton(
  request: Request,
  back: string,
  run: () => Promise<Response> | Response,
): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // A plain form cannot display a bare 404, so the page it came from reports that the record is gone.
    const plain = request.headers.get('Accept')?.includes('text/html')
    if (error.code === 'not_found' && !plain) throw new Response(error.text.key, { status: 404 })
    return redirectWithFlash(request, back, { tone: 'danger', text: error.text })
  }
}
