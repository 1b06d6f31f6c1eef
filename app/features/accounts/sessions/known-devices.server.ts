import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { hostCookie } from '#app/platform/requests/host-cookie.server.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'

/** How long a browser stays known after its last login (ms). */
const knownFor = 365 * 24 * 3_600_000

/**
 * The accounts that were logged in with this browser before, signed, each with an id of the browser (OWASP's "device cookie"). It
 * logs nobody in: it only gives the browser a count of wrong passwords of its own, so that nobody else's guesses slow the owner
 * down. A new password voids it everywhere else. The id also says which browser somebody has chosen notifications for (P4).
 */
const deviceCookie = hostCookie('device', {
  maxAge: knownFor / 1000,
  signed: true,
})

const devicesSchema = z.record(z.string(), z.object({ id: z.string(), since: z.number() }))
/** By user id: the browser's id, and since when (UTC ms) it is known with the user's password of that time. */
export type KnownDevices = z.output<typeof devicesSchema>
/** Accounts that one browser is remembered for. */
const maxAccounts = 5

export async function readKnownDevices(request: Request): Promise<KnownDevices> {
  const read = devicesSchema.safeParse(await deviceCookie.parse(request.headers.get('Cookie')))
  return read.success ? read.data : {}
}

/** The id of the browser, if the account was logged in there within a year, with the password that it has now. */
export function knownDevice(
  user: { id: string; passwordChangedAt: number | null },
  devices: KnownDevices,
  now: number,
): string | undefined {
  const known = devices[user.id]
  return known && known.since >= (user.passwordChangedAt ?? 0) && known.since > now - knownFor ? known.id : undefined
}

/** The Set-Cookie header after a right or a new password, or a mailed link. */
export async function rememberDevice(request: Request, userId: string): Promise<string> {
  const { [userId]: known, ...others } = await readKnownDevices(request)
  return withDevice(userId, { id: known?.id ?? newDeviceId(), since: requestContext().now }, others)
}

/** The id that a browser has for an account, whether or not it still counts as known; null before its first login or choice. */
export async function deviceOf(request: Request, userId: string): Promise<string | null> {
  return (await readKnownDevices(request))[userId]?.id ?? null
}

/**
 * The same id for what somebody chooses for this browser alone, and the Set-Cookie header that keeps it for another year. A
 * browser that has none yet gets one that does not count as known: choosing proves no password.
 */
export async function keepDevice(request: Request, userId: string): Promise<{ device: string; cookie: string }> {
  const { [userId]: known, ...others } = await readKnownDevices(request)
  const device = known ?? { id: newDeviceId(), since: 0 }
  return { device: device.id, cookie: await withDevice(userId, device, others) }
}

const newDeviceId = () => randomBytes(16).toString('base64url')

function withDevice(userId: string, device: KnownDevices[string], others: KnownDevices): Promise<string> {
  const kept = Object.entries(others).slice(0, maxAccounts - 1)
  return deviceCookie.serialize(Object.fromEntries([[userId, device], ...kept]))
}
