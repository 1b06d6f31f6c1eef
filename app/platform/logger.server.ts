import pino from 'pino'
import { env } from './env.server.ts'
import { currentRequestId } from './requests/request-context.server.ts'

/**
 * Structured logs on standard output. Each line carries the request id. Secrets and personal texts are never logged.
 */
export const logger = pino({
  level: env.LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: ['password', '*.password', 'token', '*.token', 'cookie', '*.cookie', 'authorization', '*.authorization'],
  mixin: () => {
    const requestId = currentRequestId()
    return requestId ? { requestId } : {}
  },
})
