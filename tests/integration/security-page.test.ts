import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#app/platform/env.server.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'

const day = 24 * 3_600_000

describe('security.txt (RFC 9116)', () => {
  let server: TestServer
  beforeAll(async () => {
    testDatabase()
    server = await startServer()
  })
  afterAll(() => server.stop())

  it('names a contact, and expires in the future but within a year', async () => {
    env.SUPPORT_EMAIL = 'help@company.example'
    const { status, headers, text } = await server.ask('/.well-known/security.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const fields = new Map(
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    )
    expect(fields.get('Contact')).toBe('mailto:help@company.example')
    expect(fields.get('Canonical')).toBe(`${env.origin}/.well-known/security.txt`)
    const left = Date.parse(fields.get('Expires') ?? '') - Date.now()
    expect(left).toBeGreaterThan(30 * day)
    expect(left).toBeLessThan(365 * day)
    expect(fields.get('Expires')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  })
})

describe('docs/security.md', () => {
  const text = readFileSync('docs/security.md', 'utf8')

  it('names only files that exist', () => {
    const files = [...text.matchAll(/`((?:app|db|tests|scripts)\/[\w./-]+\.[a-z]+)`/g)].map(([, file]) => file ?? '')
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })

  it('goes through every chapter of ASVS 5.0', () => {
    const chapters = [...text.matchAll(/^### V(\d+) /gm)].map(([, number]) => Number(number))
    expect(chapters).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
  })
})
