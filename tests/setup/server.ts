import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { expressServer } from '#app/platform/requests/express-server.server.ts'
import { server } from '#app/process.server.ts'
import { database } from '#db/handle.server.ts'
import { type Answer, type Ask, ask } from './ask.ts'
import { testDatabase } from './database.ts'
import { sourceBuild } from './pages.ts'

export type TestServer = {
  port: number
  url: string
  ask: (path: string, options?: Ask) => Promise<Answer>
  stop: () => Promise<void>
}

/**
 * Starts the server from its sources in this process, on the database of `testDatabase()`: the same middleware, pages,
 * sockets and broker as server.ts, so that a test can inspect the database and the event bus. Socket tests leave the
 * pages out.
 */
export async function startServer({ pages = true } = {}): Promise<TestServer> {
  // A test may open its own database after this; the one of the test before is closed.
  if (!database().$client.open) testDatabase()
  const { http, app } = expressServer({})
  app.use(...server.middleware)
  if (pages) app.use(server.pages(await sourceBuild()))
  app.use(server.failed)
  http.on('request', app)
  const running = server.start(http, resolve('db/migrations'))
  server.dispatchUpgrades(http, running.upgrade)
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const { port } = http.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    ask: (path, options) => ask(port, path, options),
    async stop() {
      const closed = new Promise((done) => http.close(done))
      running.disconnect()
      http.closeAllConnections()
      await closed
      running.stop()
    },
  }
}
