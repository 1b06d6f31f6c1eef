import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { logger } from '#app/platform/logger.server.ts'

/**
 * Ends this one response if the file that is piped into it cannot be read to its end, for example because a new build has removed it:
 * sirv, which sends our assets, knows only what was there when the server started, and does not listen to its streams, whose error would
 * otherwise end the process. The reader sees a connection that was cut off, not half a file that looks whole. Call it before the file is
 * sent.
 */
export function endIfFileFails(response: ServerResponse): void {
  response.once('pipe', (file: Readable) =>
    file.once('error', (error) => {
      logger.error({ err: error }, 'an asset could not be sent')
      response.destroy()
    }),
  )
}
