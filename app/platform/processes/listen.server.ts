import { rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { env } from '#app/platform/env.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { tellSupervisor } from './process-messages.server.ts'
import { role, writerSocket } from './process-role.server.ts'

/** Listens where this process's role has it, and says so: to the supervisor, or in the log if there is none. */
export function listen(http: Server): void {
  if (role === 'writer') {
    // That of a writer that was killed.
    rmSync(writerSocket, { force: true })
    // `exclusive`: otherwise the supervisor would accept the connections and pass them on.
    http.listen({ path: writerSocket, exclusive: true }, () => tellSupervisor({ kind: 'ready', port: null }))
    return
  }
  http.listen(env.PORT, env.HOST, () => {
    const address = http.address()
    const port = typeof address === 'object' && address ? address.port : env.PORT
    if (role === 'renderer') tellSupervisor({ kind: 'ready', port })
    else logAddress(port)
  })
}

/** Says in the log where the server is. */
export function logAddress(port: number): void {
  logger.info(
    { port, environment: env.APP_ENV },
    `Groundwork is at ${env.PORT === 0 ? `http://localhost:${port}` : env.origin}`,
  )
}
