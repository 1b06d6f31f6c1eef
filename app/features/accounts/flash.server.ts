import { redirect } from '@remix-run/node'
import { AppError } from '#app/platform/errors.ts'
import { commitSession, type Flash, loadSession } from './sessions/session.server.ts'

/** A 303 to `to` that says something there, once. */
export async function redirectWithFlash(request: Request, to: string, flash: Flash): Promise<Response> {
  const { session } = await loadSession(request)
  session.flash('flash', flash)
  return redirect(to, { status: 303, headers: { 'Set-Cookie': await commitSession(session) } })
}

/**
 * Runs what a button asked for and goes back with what came of it: the verb's refusal becomes an error message.
 * @throws Response 404 for what the caller may not see, where a script asks; anything unforeseen as it is.
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
    // A plain form cannot show a bare answer: the page that it came from says what is not there (any more).
    const plain = request.headers.get('Accept')?.includes('text/html')
    if (error.code === 'not_found' && !plain) throw new Response(error.text.key, { status: 404 })
    return redirectWithFlash(request, back, { tone: 'danger', text: error.text })
  }
}
