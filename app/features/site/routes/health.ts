import { checkDatabase } from '#app/features/site/health.server.ts'

/** Whether the server and its database respond, without further details. */
export function loader() {
  const healthy = checkDatabase()
  return Response.json(
    { status: healthy ? 'ok' : 'failing' },
    { status: healthy ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  )
}
