import { timingSafeEqual } from 'node:crypto'
import type { NextFunction, Request, Response } from 'express'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { singleton } from './singleton.server.ts'

/** Everything that `/metrics` shows, in the text format of Prometheus. */
export const metrics = singleton('metrics', () => new Registry())

const registers = [metrics]

const { duration, requests, refusals, contradictions, jobs, lastDone, mailFailures } = singleton(
  'request-metrics',
  () => ({
    duration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the arrival of a request until its response is sent, by route.',
      labelNames: ['method', 'route'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    requests: new Counter({
      name: 'http_requests_total',
      help: 'Requests by route and status; status "closed" where the client left before the response was sent.',
      labelNames: ['method', 'route', 'status'] as const,
      registers,
    }),
    refusals: new Counter({
      name: 'limit_refusals_total',
      help: 'Requests, forms and socket events refused because a limit was hit, by limit.',
      labelNames: ['limit'] as const,
      registers,
    }),
    contradictions: new Counter({
      name: 'proxy_contradictions_total',
      help: 'Requests whose X-Forwarded-For contradicts TRUST_PROXY.',
      registers,
    }),
    jobs: new Counter({
      name: 'job_runs_total',
      help: 'Runs of scheduled jobs, by job and outcome.',
      labelNames: ['job', 'outcome'] as const,
      registers,
    }),
    lastDone: new Gauge({
      name: 'job_last_done_timestamp_seconds',
      help: 'When a job was last done, in Unix time.',
      labelNames: ['job'] as const,
      registers,
    }),
    mailFailures: new Counter({
      name: 'mail_failures_total',
      help: 'Failed attempts to send a mail, by whether the mail was given up.',
      labelNames: ['given_up'] as const,
      registers,
    }),
  }),
)

const methods = new Set(['GET', 'HEAD', 'POST'])

/**
 * Runs first: counts and times each request when its response is sent or its client leaves. The route is
 * `response.locals.route`, which the page handler sets; files and requests refused before are `other`.
 */
export function measureRequest(request: Request, response: Response, next: NextFunction): void {
  const began = performance.now()
  response.once('close', () => {
    // The writer counts it.
    if ((response.locals as { forwarded?: true }).forwarded) return
    const method = methods.has(request.method) ? request.method : 'other'
    const route = (response.locals as { route?: string }).route ?? 'other'
    const status = response.writableFinished ? response.statusCode : 'closed'
    duration.observe({ method, route }, (performance.now() - began) / 1000)
    requests.inc({ method, route, status })
  })
  next()
}

/** Counts a refusal by a limit. Its name is one of the code, never a person, an address or a path. */
export function countRefusal(limit: string): void {
  refusals.inc({ limit })
}

/** Counts a request that contradicts TRUST_PROXY. */
export function countProxyContradiction(): void {
  contradictions.inc()
}

/** Counts a run of a scheduled job. */
export function countJob(job: string, outcome: 'done' | 'failed'): void {
  jobs.inc({ job, outcome })
  if (outcome === 'done') lastDone.setToCurrentTime({ job })
}

/** Counts a failed attempt to send a mail. */
export function countMailFailure(givenUp: boolean): void {
  mailFailures.inc({ given_up: String(givenUp) })
}

/** Whether an Authorization header has this bearer token. Takes the same time for every wrong token of its length. */
export function hasBearerToken(authorization: string | null, token: string): boolean {
  const given = Buffer.from(/^Bearer +(.+)$/i.exec(authorization ?? '')?.[1] ?? '')
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
