import { randomBytes } from 'node:crypto'
import { createCookie } from '@remix-run/node'
import { z } from 'zod'
import { env } from '#app/platform/env.server.ts'

const year = 365 * 24 * 3_600

/**
 * The accounts that were logged in with this browser before, signed, each with an id of the browser (OWASP's "device cookie"). It
 * logs nobody in: it only gives the browser a count of wrong passwords of its own, so that nobody else's guesses lock the owner
 * out.
 */
const deviceCookie = createCookie('device', {
  path: '/',
  sameSite: 'lax',
  httpOnly: true,
  secure: env.https,
  maxAge: year,
  secrets: [env.sessionSecret],
})

/** Device ids by user id. */
export type KnownDevices = Record<string, string>

const devicesSchema = z.record(z.string(), z.string())
/** Accounts that one browser is remembered for. */
const maxAccounts = 5

export async function readKnownDevices(request: Request): Promise<KnownDevices> {
  const read = devicesSchema.safeParse(await deviceCookie.parse(request.headers.get('Cookie')))
  return read.success ? read.data : {}
}

/** The Set-Cookie header after a right password. */
export async function rememberDevice(request: Request, userId: string): Promise<string> {
  const { [userId]: known, ...others } = await readKnownDevices(request)
  const kept = Object.entries(others).slice(0, maxAccounts - 1)
  const id = known ?? randomBytes(16).toString('base64url')
  return deviceCookie.serialize(Object.fromEntries([[userId, id], ...kept]))
}
