// Pages for missing, forbidden or failed requests.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { logger } from '#app/platform/logger.server.ts'
import type { Database } from '#db/client.server.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let cookie: string

beforeAll(async () => {
  db = testDatabase()
  cookie = (await signedIn(createPerson(db))).cookie
  server = await startServer()
})
afterAll(() => server.stop())

describe('an error page', () => {
  it('in the workspace is shown in the shell, with its status and number', async () => {
    const { status, text, headers } = await server.ask('/contracts/nothing-here', { cookie })
    expect(status).toBe(404)
    expect(text).toContain('There is no such page, or it isn’t yours')
    expect(text).toContain('We couldn’t find that. It may have been moved or deleted.')
    const content = text.slice(text.indexOf('<main'))
    expect(content).not.toContain('Try Again')
    expect(content).toContain('href="/contracts"')
    expect(content).toContain('Go Home')
    expect(text).toContain(String(headers['x-request-id']))
    expect(text).toContain('aria-label="Main menu"')
    expect(text.match(/<h1/g)).toHaveLength(1)
  })

  it('reports a forbidden page with 403', async () => {
    const admin = await signedIn(createAdmin(db))
    const { status, text } = await server.ask('/contracts', { cookie: admin.cookie })
    expect(status).toBe(403)
    expect(text).toContain('This page isn’t open to you')
    expect(text).toContain('You need to belong to a company to do this.')
    expect(text).not.toContain('Try Again')
  })

  it('explains a forbidden file, with the request id, in the user’s language', async () => {
    for (const path of ['/files/nothing-here', '/projects/nothing-here/bids.csv']) {
      const { status, text, headers } = await server.ask(path, { cookie })
      expect(status).toBe(404)
      expect(text).toContain('We couldn’t find that. It may have been moved or deleted.')
      expect(text).toContain(String(headers['x-request-id']))
      const finnish = await server.ask(path, { cookie, headers: { 'Accept-Language': 'fi' } })
      expect(finnish.text).not.toMatch(/couldn’t find|errors:/)
    }
  })

  it('answers 404 to a form on a missing page, whatever was wrong with the form', async () => {
    const { status, text } = await server.ask('/contracts/nothing-here/sign', { cookie, form: { name: '' } })
    expect(text).toContain('We couldn’t find that. It may have been moved or deleted.')
    expect(status).toBe(404)
  })

  it('for a failure shows no stack, no SQL and no path', async () => {
    db.$client.exec('ALTER TABLE notifications RENAME TO notifications_away')
    try {
      const { status, text, headers } = await server.ask('/notifications', { cookie })
      expect(status).toBe(500)
      expect(text).toContain('Oops! Something went wrong')
      expect(text).toContain('Try Again')
      expect(text).toContain(String(headers['x-request-id']))
      for (const secret of ['no such table', 'SELECT', 'SqliteError', 'at Object', '/app/', '.server.ts']) {
        expect(text).not.toContain(secret)
      }
    } finally {
      db.$client.exec('ALTER TABLE notifications_away RENAME TO notifications')
    }
    expect((await server.ask('/notifications', { cookie })).status).toBe(200)
  })

  it.each([
    ['a form to a page without one', 'POST', '/projects', 'GET, HEAD'],
    ['a form to a public page', 'POST', '/', 'GET, HEAD'],
    ['data of a page without a form', 'POST', '/projects.data', undefined],
    ['a form to a file', 'DELETE', '/files/nothing-here', 'GET, HEAD'],
  ])('answers 405 to %s, and names no source file', async (_what, method, path, allowed) => {
    const logged = vi.spyOn(logger, 'error')
    const { status, headers, text } = await server.ask(path, { method, cookie, headers: { Origin: ownOrigin } })
    expect(status).toBe(405)
    expect(headers.allow).toBe(allowed)
    expect(text).not.toMatch(/You made a|for route|Unexpected Server Error/)
    expect(logged).not.toHaveBeenCalled()
  })

  it('is not needed for unknown pages, which redirect to the landing page; unknown assets are 404', async () => {
    const page = await server.ask('/no-such-page')
    expect([page.status, page.headers.location]).toEqual([302, '/'])
    expect((await server.ask('/no-such-file.js')).status).toBe(404)
  })
})
