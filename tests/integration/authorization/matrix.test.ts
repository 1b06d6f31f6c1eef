// Every table × verb × actor over HTTP in one small world: permitted actors succeed; all others change and learn
// nothing.

import { getTableName, is, Table } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, dataOf } from '#tests/setup/ask.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { internal } from './internal-tables.ts'
import { matrix, type Read, type Write } from './matrix.ts'
import { type ActorName, actors, contents, makeWorld, restoreWorld, type World } from './world.ts'

let server: TestServer
let world: World
let snapshot: Buffer
beforeAll(async () => {
  ;({ world, snapshot } = await makeWorld())
  server = await startServer()
}, 60_000)
afterAll(() => server.stop())

const ask = (actor: ActorName, path: string, form?: Record<string, string>): Promise<Answer> => {
  const cookie = world.cookies[actor]
  return server.ask(path, { ...(cookie ? { cookie } : {}), ...(form ? { form } : {}) })
}

const placed = (path: string) => path.replace(/\{(\w+)\}/g, (_braces, name: string) => world.ids[name] ?? 'unknown')

async function checkRead({ path, shows, may }: Read, actor: ActorName): Promise<void> {
  restoreWorld(snapshot)
  const place = placed(path)
  const page = await ask(actor, place)
  const data = await ask(actor, dataOf(place))
  expect(page.status, 'no error of ours').toBeLessThan(500)
  const seen = [page, data].map(({ text }) => text.includes(placed(shows)))
  if (may.includes(actor)) expect({ status: page.status, seen: seen[0] }).toEqual({ status: 200, seen: true })
  else expect(seen).toEqual([false, false])
}

async function checkWrite({ path, form, may }: Write, table: string, actor: ActorName): Promise<void> {
  const db = restoreWorld(snapshot)
  const before = contents(db)
  const answer = await ask(actor, placed(path), form?.(world.ids, world.now) ?? {})
  const after = contents(db)
  const changed = [...after].filter(([name, rows]) => rows !== before.get(name)).map(([name]) => name)
  const status = `${answer.status} ${answer.headers.location ?? ''}`
  expect(answer.status, 'no error of ours').toBeLessThan(500)
  if (may.includes(actor)) expect(changed, status).toContain(table)
  else expect(changed, status).toEqual([])
}

describe.each(Object.entries(matrix))('%s', (table, rules) => {
  if (typeof rules.read !== 'string') {
    describe.each(rules.read)('read at $path', (read) => {
      it.each(actors)('by %s', (actor) => checkRead(read, actor))
    })
  }
  for (const verb of ['create', 'update', 'delete'] as const) {
    const writes = rules[verb]
    if (typeof writes === 'string' || writes.length === 0) continue
    describe.each(writes)(`${verb} at $path`, (write) => {
      it.each(actors)('by %s', (actor) => checkWrite(write, table, actor))
    })
  }
})

const schemas = import.meta.glob<Record<string, unknown>>('../../../db/schema/**/*.ts', { eager: true })

it('has a rule for every table', () => {
  const names: string[] = []
  for (const module of Object.values(schemas)) {
    for (const table of Object.values(module)) if (is(table, Table)) names.push(getTableName(table))
  }
  const ruled = [...Object.keys(matrix), ...Object.keys(internal)]
  expect(names.filter((name) => !ruled.includes(name))).toEqual([])
  expect(ruled.filter((name) => !names.includes(name))).toEqual([])
})
