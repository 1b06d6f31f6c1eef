// The baselines for logging in and for the count at the bell, in their own process: what an argon2 check, one row and one count cost
// without a product around them. Argument: a folder.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import Sqlite from 'better-sqlite3'
import { hashPassword } from '#app/features/accounts/passwords.server.ts'
import { newId } from '#db/ids.ts'
import { benchPassword } from './bench-password.ts'

const sqlite = new Sqlite(join(process.argv[2] ?? '.', 'floor.db'))
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) sqlite.pragma(pragma)
sqlite.exec('CREATE TABLE sessions (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT')
const insert = sqlite.prepare('INSERT INTO sessions VALUES (?, ?)')
const count = sqlite.prepare<[], number>('SELECT count(*) FROM sessions LIMIT 100').pluck()
const hashed = await hashPassword(benchPassword)

const http = createServer(async (request, response) => {
  if (request.method !== 'POST') {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ success: true, count: count.get() }))
    return
  }
  const body: Buffer[] = []
  for await (const part of request) body.push(part as Buffer)
  const password = new URLSearchParams(Buffer.concat(body).toString()).get('password') ?? ''
  if (await verify(hashed, password)) insert.run(newId(), Date.now())
  response.writeHead(303, { Location: '/', 'Content-Length': '0' }).end()
})
http.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (http.address() as AddressInfo).port })))
// As long as ours, because connections wait while others are measured.
http.keepAliveTimeout = 75_000
process.on('SIGTERM', () => process.exit(0))
