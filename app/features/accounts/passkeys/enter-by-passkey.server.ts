import { redirect } from '@remix-run/node'
import type { Context } from '#app/features/accounts/context.ts'
import { readKnownDevices, rememberDevice } from '#app/features/accounts/sessions/known-devices.server.ts'
import { forgetPendingLogin } from '#app/features/accounts/sessions/pending-login.server.ts'
import { forgetReturnTo, readReturnTo } from '#app/features/accounts/sessions/return-to.server.ts'
import { signIn } from '#app/features/accounts/sessions/session.server.ts'
import { readGuestHolder } from './challenges.server.ts'
import { logInWithPasskey } from './log-in-with-passkey.server.ts'

/**
 * Answers the form of a guest's page with a passkey: a session, and the page that was asked for.
 * @throws AppError as `logInWithPasskey`
 */
export async function enterByPasskey(
  request: Request,
  ctx: Context,
  { passkey, remember }: { passkey: string; remember: boolean },
): Promise<Response> {
  const [holder, devices] = [await readGuestHolder(request), await readKnownDevices(request)]
  const { userId, mustChangePassword } = await logInWithPasskey(ctx, { holder, answer: passkey, devices })
  const headers = new Headers({ 'Set-Cookie': await signIn(request, userId, remember) })
  headers.append('Set-Cookie', await rememberDevice(request, userId))
  headers.append('Set-Cookie', await forgetPendingLogin())
  if (mustChangePassword) return redirect('/security?force_change=true', { status: 303, headers })
  headers.append('Set-Cookie', await forgetReturnTo())
  return redirect(await readReturnTo(request), { status: 303, headers })
}
