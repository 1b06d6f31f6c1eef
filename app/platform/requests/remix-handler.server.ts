import type { ActionFunction, ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from '@remix-run/node'
import type { Request as HttpRequest } from 'express'
import { env } from '#app/platform/env.server.ts'
import { fullDisk, statusOf } from '#app/platform/errors.ts'
import { logger } from '#app/platform/logger.server.ts'
import { patternHandler } from './pattern-handler.server.ts'
import { requestContext } from './request-context.server.ts'

/** Remix's handler of a build. */
// Remix shows stack traces in every mode except production.
export const remixHandler = (build: ServerBuild) =>
  patternHandler(
    sayingFullDisk(refusingForms(build)),
    process.env.NODE_ENV === 'development' ? 'development' : 'production',
  )

/**
 * The build with an action in every route: those without one refuse forms. Left to itself, Remix logs an error for each
 * and sends a message that names the route's source file.
 */
function refusingForms(build: ServerBuild): ServerBuild {
  const action = () => {
    throw new Response('Method Not Allowed', { status: 405, headers: { Allow: 'GET, HEAD' } })
  }
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && { ...route, module: { action, ...route.module } },
  ])
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] }
}

/** The build with routes that answer 507 when the disk is full, where no form or button has said so already. */
function sayingFullDisk(build: ServerBuild): ServerBuild {
  const said = (run: ActionFunction) => async (args: ActionFunctionArgs | LoaderFunctionArgs) => {
    try {
      return await run(args)
    } catch (error) {
      const full = fullDisk(error)
      if (!full) throw error
      logger.error({ err: error }, 'the disk is full')
      throw new Response(full.text.key, { status: statusOf[full.code] })
    }
  }
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { action, loader } = route?.module ?? {}
    const module = {
      ...route?.module,
      ...(action ? { action: said(action) } : {}),
      ...(loader ? { loader: said(loader) } : {}),
    }
    return [id, route && { ...route, module }]
  })
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] }
}

/** Answers Node requests with a Remix handler. A request whose client has gone is not started. */
export function remixResponder(handler: (request: Request) => Promise<Response>) {
  return async (request: HttpRequest): Promise<Response> => {
    requestContext().signal.throwIfAborted()
    return handler(webRequest(request))
  }
}

function webRequest(request: HttpRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (Array.isArray(value)) for (const each of value) headers.append(name, each)
    else if (value !== undefined) headers.set(name, value)
  }
  // Remix compares Origin and Host itself, and fails behind a proxy that changes Host. Our own check has already run.
  headers.delete('x-forwarded-host')
  const { origin } = request.headers
  if (origin && URL.canParse(origin)) headers.set('host', new URL(origin).host)
  return new Request(ownAddress(request.originalUrl), {
    method: request.method,
    headers,
    signal: requestContext().signal,
    ...(request.body ? { body: request.body, duplex: 'half' } : {}),
  } as RequestInit)
}

/**
 * The requested path at our own origin: `//evil` and `http://evil/` name another host, and `//` names none. Without `_data`, by which Remix was asked
 * for data before single fetch: it still answers, and logs two errors for whoever sends it.
 */
function ownAddress(target: string): URL {
  const { pathname, search } = target.startsWith('/') ? new URL(env.origin + target) : new URL(target, env.origin)
  const address = new URL(env.origin + pathname + search)
  if (address.searchParams.has('_data')) address.searchParams.delete('_data')
  return address
}
