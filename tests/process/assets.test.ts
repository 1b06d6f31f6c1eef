import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuiltServer, startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'
import { scriptsOf } from '#tests/setup/page-scripts.ts'

const client = 'build/client'
const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file))

let folder: ReturnType<typeof temporaryFolder>
let server: BuiltServer
beforeAll(async () => {
  folder = temporaryFolder()
  server = await startBuilt({ dataDir: folder.path })
})
afterAll(async () => {
  await server.stop()
  folder.remove()
})

const sentWithAssets = [
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'cross-origin-resource-policy',
  'date',
  'etag',
  'last-modified',
  'vary',
  'x-content-type-options',
]

it('are immutable, precompressed, and have only the headers that they need', async () => {
  const script = files.find(
    (file) => file.startsWith('assets/') && file.endsWith('.js') && files.includes(`${file}.br`),
  )
  for (const [encoding, expected] of [
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ] as const) {
    const { status, headers } = await server.ask(`/${script}`, { headers: { 'Accept-Encoding': encoding } })
    expect(status).toBe(200)
    expect(headers['content-encoding']).toBe(expected)
    expect(headers['cache-control']).toContain('immutable')
    expect(headers['content-type']).toMatch(/javascript/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(headers.vary).toBe('Accept-Encoding')
    expect(Object.keys(headers).sort()).toEqual([...sentWithAssets, ...(expected ? ['content-encoding'] : [])].sort())
  }
})

it('are exactly these files', async () => {
  for (const path of [
    '/assets/gone.js',
    '/assets/',
    '/assets',
    '/assets/../server.js',
    '/assets/%2e%2e/server.js',
    '/..%2fserver.js',
    '/.vite/manifest.json',
    '/server/index.js',
    '/package.json',
    '/.env',
  ]) {
    const { status, text } = await server.ask(path)
    expect([302, 404], path).toContain(status)
    expect(text, path).not.toContain('import ')
  }
})

it.each(['/', '/pricing', '/login', '/signup', '/forgot-password'])('%s loads no script', async (page) => {
  const { status, text } = await server.ask(page)
  expect(status).toBe(200)
  expect(scriptsOf(text)).toEqual([])
})

/** Words that only occur in server code. */
const secrets = [
  /better-sqlite3|drizzle-orm|argon2|nodemailer|socket\.io\/dist|node:(fs|crypto|path|http)/,
  /SESSION_SECRET|SMTP_URL|DATA_DIR|process\.env\.(?!NODE_ENV)\w+/,
  /\b(INSERT INTO|DELETE FROM|SELECT \w+ FROM)\b/,
  /requireUser|requireCompany|requireRole|appendAudit|passwordHash|password_hash|id_hash/,
  /\/work\/|\/home\/|file:\/\//,
]

it('reveal nothing of the server: no module, secret name, SQL, guard or path', () => {
  const findings: string[] = []
  for (const file of files.filter((name) => /\.(js|css|json|map|html|svg)$/.test(name))) {
    const text = readFileSync(join(client, file), 'utf8')
    for (const secret of secrets) {
      const found = secret.exec(text)
      if (found) findings.push(`${file}: ${found[0]}`)
    }
  }
  expect(findings).toEqual([])
})
