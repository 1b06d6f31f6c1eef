import { checkDatabase } from '#app/features/site/health.server.ts'

/** Whether the server and its database answer; nothing about them. */
export function loader() {
  const healthy = checkDatabase()
  return Response.json(
    { status: healthy ? 'ok' : 'failing' },
    { status: healthy ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  )
}
