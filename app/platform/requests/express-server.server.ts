import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http'
import express, { type Express } from 'express'

/**
 * An Express app and a server whose requests and responses are made with the app's prototypes. Express would set them on
 * each finished object, for which V8 makes a hidden class each time; those outlive the request, with a fifth of all that
 * it allocates (docs/performance.md). The app is not yet a listener of the server.
 */
export function expressServer(options: ServerOptions): { http: Server; app: Express } {
  const app = express()
  app.disable('x-powered-by')
  // No page reads `request.query`, which Express would parse for every request.
  app.set('query parser', false)
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {}
  app.request = inherit(AppRequest.prototype, app.request)
  app.response = inherit(AppResponse.prototype, app.response)
  const http = createServer({ ...options, IncomingMessage: AppRequest, ServerResponse: AppResponse })
  return { http, app }
}

function inherit<Prototype extends object>(prototype: object, from: Prototype): Prototype {
  return Object.setPrototypeOf(prototype, from)
}
