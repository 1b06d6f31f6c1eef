import { z } from 'zod'
import type { Message } from '#app/platform/errors.ts'
import { hostCookie } from '#app/platform/requests/host-cookie.server.ts'

export type Flash = {
  tone: 'success' | 'danger' | 'info' | 'warning'
  text: Message
  /** Who changed last, and when, what a step came too late for. */
  news?: Message
}

/** The flash message of a browser without a session: a cookie of its own, so that a guest's choice writes nothing. */
const flashCookie = hostCookie('flash', {
  maxAge: 60,
  // Signed, because its text is shown on our pages.
  signed: true,
})

const flashSchema = z.object({
  tone: z.enum(['success', 'danger', 'info', 'warning']),
  text: z.object({
    key: z.string().regex(/^\w+:[\w.]+$/),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
})

/** The Set-Cookie header that shows a guest a flash message on their next page. */
export const guestFlash = (flash: Flash): Promise<string> => flashCookie.serialize(flash)

/** A guest's flash message, if the request carries one. */
export async function readGuestFlash(request: Request): Promise<Flash | null> {
  const read = flashSchema.safeParse(await flashCookie.parse(request.headers.get('Cookie')))
  return read.success ? (read.data as Flash) : null
}

/** The Set-Cookie header that removes it once it has been shown. */
export const forgetGuestFlash = (): Promise<string> => flashCookie.serialize('', { maxAge: 0 })
