import type { NextFunction, Request, Response } from 'express'
import { AppError } from './errors.ts'
import { logger } from './logger.server.ts'

/** Last in the chain: what failed before a page could answer. It says that, and nothing about how. */
export function requestFailure(error: unknown, _request: Request, response: Response, _next: NextFunction): void {
  const tooLarge = error instanceof AppError && error.code === 'too_large'
  if (!tooLarge) logger.error({ err: error }, 'request failed before a page could answer')
  if (response.headersSent) {
    response.destroy()
    return
  }
  // What is left of the body is not read any more.
  if (tooLarge) response.setHeader('Connection', 'close')
  const told = tooLarge
    ? 'Payload Too Large'
    : `Oops! Something went wrong (${response.getHeader('X-Request-Id') ?? ''})`
  response
    .status(tooLarge ? 413 : 500)
    .type('text/plain')
    .send(told)
}
