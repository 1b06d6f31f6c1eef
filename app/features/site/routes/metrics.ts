import type { LoaderFunctionArgs } from '@remix-run/node'
import { env } from '#app/platform/env.server.ts'
import { hasBearerToken, metrics } from '#app/platform/metrics.server.ts'
import { metricsText } from '#app/platform/processes/cluster-metrics.server.ts'

/** Figures about the running server for Prometheus. Without METRICS_TOKEN there are none. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const headers = { 'Cache-Control': 'no-store' }
  if (env.METRICS_TOKEN === undefined) return new Response('Not Found', { status: 404, headers })
  if (!hasBearerToken(request.headers.get('authorization'), env.METRICS_TOKEN))
    return new Response('Unauthorized', { status: 401, headers: { ...headers, 'WWW-Authenticate': 'Bearer' } })
  return new Response(await metricsText(), { headers: { ...headers, 'Content-Type': metrics.contentType } })
}
