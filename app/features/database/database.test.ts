import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { describeTables, getTable, listTables, mostCounted } from '#app/features/database/tables.server.ts'
import type { Database } from '#db/client.server.ts'
import { auditLog } from '#db/schema/audit.ts'
import { testSales } from '#db/schema/test-sales.ts'
import { givePassword, testPassword } from '#tests/factories/accounts.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { addTestSale, mostTestSales } from './add-test-sale.server.ts'
import { deleteTestSale } from './delete-test-sale.server.ts'
import { listTestSales } from './test-sales.server.ts'

let db: Database
beforeEach(() => {
  db = testDatabase()
})
const superAdmin = () => createAdmin(db, 'super_admin')
const sale = { product: 'Door', soldOn: '2026-06-01', amountCents: 100, currency: 'EUR' as const }

describe('the structure', () => {
  it('lists tables and full-text indexes, without what SQLite keeps for itself', () => {
    const names = listTables(superAdmin()).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['users', 'test_sales', 'project_search']))
    const found = (part: string) => listTables(superAdmin(), part).map(({ name }) => name)
    expect(found('Test S')).toEqual(['test_sales'])
    expect(found('no such')).toEqual([])
    expect(names.filter((name) => /^sqlite_|_(data|idx|docsize|config)$/.test(name))).toEqual([])
  })

  it('says of each column its type, whether it may be empty, its default and its keys', () => {
    const columns = getTable(superAdmin(), 'test_sales')?.columns ?? []
    const of = (wanted: string) => columns.find(({ name }) => name === wanted)
    expect(of('id')).toMatchObject({ type: 'TEXT', isKey: true, isNullable: false, refersTo: null })
    expect(of('currency')).toMatchObject({ isKey: false, isNullable: false, defaultValue: "'EUR'" })
    expect(of('added_by')).toMatchObject({ refersTo: 'users' })
    const [phone] = (getTable(superAdmin(), 'users')?.columns ?? []).filter(({ name }) => name === 'phone')
    expect(phone).toMatchObject({ isNullable: true })
  })

  it('counts rows up to a bound, and says beyond it what is known without counting', () => {
    const rowsOf = (name: string) => listTables(superAdmin()).find((table) => table.name === name)?.rows
    expect(rowsOf('test_sales')).toEqual({ kind: 'exact', count: 0 })
    const { actor } = superAdmin()
    db.$client
      .prepare(
        `WITH RECURSIVE row(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM row WHERE n < @most)
         INSERT INTO test_sales SELECT 'row ' || n, 'Door', '2026-06-01', 1, 'EUR', @id, 1 FROM row`,
      )
      .run({ id: actor.id, most: mostCounted })
    expect(rowsOf('test_sales')).toEqual({ kind: 'exact', count: mostCounted })
    db.$client
      .prepare(
        `INSERT INTO test_sales VALUES ('a', 'Door', '2026-06-01', 1, 'EUR', @id, 1), ('b', 'Door', '2026-06-01', 1, 'EUR', @id, 1)`,
      )
      .run({ id: actor.id })
    db.$client.exec("DELETE FROM test_sales WHERE id = 'a'")
    expect(rowsOf('test_sales')).toEqual({ kind: 'upTo', count: mostCounted + 2 })
  })

  it('is nothing for anybody but super admins, nor is a table that is not there', () => {
    for (const ctx of [createPerson(db), createAdmin(db, 'admin')]) {
      expect(listTables(ctx)).toEqual([])
      expect(getTable(ctx, 'users')).toBeNull()
      expect(listTestSales(ctx, null).rows).toEqual([])
      expect(() => describeTables(ctx)).toThrow('forbidden')
      expect(() => addTestSale(ctx, sale)).toThrow('forbidden')
      expect(() => deleteTestSale(ctx, { saleId: 'x' })).toThrow('forbidden')
    }
    for (const name of ['nothing', 'sqlite_master', 'users"; DROP TABLE users; --'])
      expect(getTable(superAdmin(), name)).toBeNull()
  })
})

describe('the sample table', () => {
  it('is added to and deleted from, and both are in the audit trail', () => {
    const ctx = superAdmin()
    const { id } = addTestSale(ctx, sale)
    expect(listTestSales(ctx, null).rows).toMatchObject([{ id, ...sale }])
    deleteTestSale(ctx, { saleId: id })
    expect(listTestSales(ctx, null).rows).toEqual([])
    expect(() => deleteTestSale(ctx, { saleId: id })).toThrow('notFound')
    const actions = db
      .select()
      .from(auditLog)
      .all()
      .map(({ action }) => action)
    expect(actions.slice(-2)).toEqual(['test_sale.add', 'test_sale.delete'])
  })

  it('shows fifty rows at a time, and holds a few hundred', () => {
    const ctx = superAdmin()
    for (let row = 0; row < 51; row += 1) addTestSale(ctx, sale)
    const first = listTestSales(ctx, null)
    expect(first.rows).toHaveLength(50)
    expect(listTestSales(ctx, first.next)).toMatchObject({ rows: [{ product: 'Door' }], next: null })
    const filler = db.select().from(testSales).limit(1).get()
    for (let row = 51; row < mostTestSales; row += 1)
      db.insert(testSales)
        .values({ ...(filler as typeof testSales.$inferInsert), id: `row ${row}` })
        .run()
    expect(() => addTestSale(ctx, sale)).toThrow('database:refused.full')
  })
})

it('answers programs of super admins with names as in the information schema, and nobody else', async () => {
  const server = await startServer()
  onTestFinished(() => server.stop())
  const paths = ['/api/admin/database/tables', '/api/database/stats']
  for (const path of paths) expect((await server.ask(path)).status).toBe(401)
  const admin = createAdmin(db, 'admin')
  const { cookie } = await signedIn(admin)
  for (const path of paths) expect((await server.ask(path, { cookie })).status).toBe(403)
  const ctx = superAdmin()
  const root = (await signedIn(ctx)).cookie
  const shown = async (q: string) => (await server.ask(`/database?q=${q}`, { cookie: root })).text
  expect((await shown('sales')).match(/href="\/database\/\w+"/g)).toEqual(Array(2).fill('href="/database/test_sales"'))
  const nothing = await shown('%3Cb%3E')
  expect(nothing).toContain('value="&lt;b&gt;"')
  expect(nothing).toContain('Show all tables')
  expect(nothing).not.toContain('<table')
  await givePassword(ctx)
  const body = JSON.stringify({ email: ctx.actor.email, password: testPassword })
  const login = await server.ask('/api/auth/login', { body, headers: { 'Content-Type': 'application/json' } })
  const { accessToken } = login.json() as { accessToken: string }
  const headers = { Authorization: `Bearer ${accessToken}` }
  const { tables } = (await server.ask('/api/admin/database/tables', { headers })).json() as {
    tables: { table_name: string; columns: object[] }[]
  }
  expect(tables.find(({ table_name }) => table_name === 'test_sales')?.columns).toContainEqual({
    ...{ column_name: 'currency', data_type: 'TEXT', is_nullable: 'NO', column_default: "'EUR'" },
  })
  const stats = (await server.ask('/api/database/stats', { headers })).json()
  expect(stats).toEqual({
    ...{ success: true, tables: tables.length, bytes: expect.any(Number), free_bytes: expect.any(Number) },
  })
  const page = await signedIn(admin)
  const away = await server.ask('/database', page)
  expect([away.status, away.headers.location]).toEqual([302, '/dashboard'])
})
