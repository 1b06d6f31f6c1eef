import { hostCookie } from '#app/platform/requests/host-cookie.server.ts'

/** Whether the sample project is shown on the dashboard of this browser, kept for 30 days. Nothing else of it is kept anywhere (decision 165). */
const sampleCookie = hostCookie('sample', { maxAge: 2_592_000 })

export async function readSampleShown(request: Request): Promise<boolean> {
  return (await sampleCookie.parse(request.headers.get('Cookie'))) === 'shown'
}

/** The Set-Cookie header that shows the sample project, or forgets that it was shown. */
export function writeSample(shown: boolean): Promise<string> {
  return shown ? sampleCookie.serialize('shown') : sampleCookie.serialize('', { maxAge: 0 })
}
