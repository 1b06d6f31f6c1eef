import { z } from 'zod'
import { hostCookie } from '#app/platform/requests/host-cookie.server.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'

/** How long a right password waits for its code (ms). */
const waitsFor = 10 * 60_000

/** Says, signed, that this browser has given the right password of an account. Without a code it opens nothing. */
const pendingLoginCookie = hostCookie('pending-login', { signed: true, maxAge: waitsFor / 1000 })

const pendingLoginSchema = z.object({
  userId: z.string(),
  remember: z.boolean(),
  /** When the password was checked (UTC ms). A newer one voids it. */
  since: z.number(),
  /** The id of a browser in which the account was logged in before. */
  device: z.string().optional(),
})
export type PendingLogin = z.output<typeof pendingLoginSchema>

/** The login that waits for its code in this browser, or null. */
export async function readPendingLogin(request: Request): Promise<PendingLogin | null> {
  const read = pendingLoginSchema.safeParse(await pendingLoginCookie.parse(request.headers.get('Cookie')))
  return read.success && requestContext().now - read.data.since < waitsFor ? read.data : null
}

/** The Set-Cookie header after a right password. */
export const rememberPendingLogin = (login: Omit<PendingLogin, 'since'>): Promise<string> =>
  pendingLoginCookie.serialize({ ...login, since: requestContext().now })

/** The Set-Cookie header that clears it. */
export const forgetPendingLogin = (): Promise<string> => pendingLoginCookie.serialize('', { maxAge: 0 })
