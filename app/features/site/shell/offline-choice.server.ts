import { hostCookie } from '#app/platform/requests/host-cookie.server.ts'

/** Whether this device keeps somebody's last pages (keep-pages.ts), as they chose: their id, and yes or no. */
const offlineCookie = hostCookie('offline', { maxAge: 31_536_000 })

/** What somebody chose on this device; else whether they asked to be remembered here. */
export async function readOfflineChoice(request: Request, userId: string, isRemembered: boolean): Promise<boolean> {
  const [whose, chosen] = String(await offlineCookie.parse(request.headers.get('Cookie'))).split(':')
  return whose === userId ? chosen === 'yes' : isRemembered
}

/** The Set-Cookie header that keeps the choice for a year. */
export const writeOfflineChoice = (userId: string, keeps: boolean): Promise<string> =>
  offlineCookie.serialize(`${userId}:${keeps ? 'yes' : 'no'}`)
