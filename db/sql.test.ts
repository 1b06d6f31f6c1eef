// Every declared statement against the migrated schema, and that there is no other raw access.
import { getTableName } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { anyRow } from '#tests/factories/any-row.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { transact } from './client.server.ts'
import {
  boolean,
  codecOf,
  columns,
  type Field,
  type Fields,
  integer,
  list,
  nullable,
  oneOf,
  text,
} from './fields.server.ts'
import { users } from './schema/accounts.ts'
import { type DeclaredStatement, declaredStatements, sql } from './sql.server.ts'

const sources = import.meta.glob<string>(['/app/**/*.{ts,tsx}', '/db/**/*.ts', '!/**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const modules = import.meta.glob(['/app/**/*.server.ts', '/db/**/*.server.ts'])

describe('every declared statement', () => {
  const sqlite = testDatabase().$client

  beforeAll(async () => {
    const declaring = Object.keys(modules).filter((path) =>
      /from '(#db|\.)\/sql\.server\.ts'/.test(sources[path] ?? ''),
    )
    expect(declaring.length).toBeGreaterThan(0)
    for (const path of declaring) await modules[path]?.()
  })

  it('is as declared', () => {
    const used = new Map<Fields, Set<string>>()
    for (const { text, params } of declaredStatements)
      used.set(params, new Set([...(used.get(params) ?? []), ...parametersOf(text)]))
    const findings = declaredStatements.flatMap((statement) => {
      const faults = faultsOf(statement, used.get(statement.params) ?? new Set())
      return faults.length === 0 ? [] : [`${faults.join('\n')}\nin ${statement.text}`]
    })
    expect(findings.join('\n\n')).toBe('')
    expect(declaredStatements.length).toBeGreaterThan(50)
  })

  /** `used`: the parameters of all statements that share the declaration, as the variants of a list do. */
  function faultsOf({ text, params, row }: DeclaredStatement, used: Set<string>): string[] {
    const statement = sqlite.prepare(text)
    const bare = withoutQuoted(text)
    const faults = differences('parameter', [...used], Object.keys(params))
    if (/[@$?]/.test(bare)) faults.push('A parameter is written :name')
    if (!statement.reader || !row) {
      if (statement.reader !== (row !== null)) faults.push(row ? 'It gives no rows' : 'It gives rows')
      return faults
    }
    const found = statement.columns()
    // Of a compound SELECT, SQLite names the columns of one part.
    const isCompound = /\bUNION\b/.test(bare)
    faults.push(
      ...differences(
        'column',
        found.map(({ name }) => name),
        Object.keys(row),
      ),
    )
    for (const { name, table, column } of found) {
      const field = row[name] && codecOf(row[name])
      const stored = table && column && storedColumn(table, column)
      if (!field || !stored) continue
      const where = `${name} (${table}.${column})`
      const isSame = field.column?.name === column && getTableName(field.column.table) === table
      if (!isSame && !(isCompound && field.column === null)) faults.push(`${where} is not declared as that column`)
      if (field.type !== stored.type) faults.push(`${where} is ${stored.type}`)
      if (field.isRequired) continue
      const isAlwaysOuter = isOnlyOuterJoined(bare, table, viewsOf(table))
      if (!field.isNullable && (stored.isNullable || isAlwaysOuter)) faults.push(`${where} may be null`)
      const canBeNull = stored.isNullable || isCompound || /\bLEFT JOIN\b|\(\s*SELECT\b/.test(bare)
      if (field.isNullable && !canBeNull) faults.push(`${where} is never null`)
    }
    return faults
  }

  /** The views that read a table: its columns come through them too. */
  function viewsOf(table: string): string[] {
    const views = sqlite.prepare<[], { name: string; text: string }>(
      `SELECT name, sql AS text FROM sqlite_master WHERE type = 'view'`,
    )
    return views.all().flatMap(({ name, text }) => (new RegExp(`\\b${table}\\b`).test(text) ? [name] : []))
  }

  function storedColumn(table: string, column: string): { type: string; isNullable: boolean } | null {
    const known = sqlite.pragma(`table_info(${table})`) as { name: string; type: string; notnull: 0 | 1; pk: number }[]
    const info = known.find(({ name }) => name === column)
    if (!info?.type) return null
    return { type: info.type, isNullable: info.notnull === 0 && !(info.pk === 1 && info.type === 'INTEGER') }
  }
})

const withoutQuoted = (text: string) => text.replace(/'[^']*'|"[^"]*"/g, "''")
const parametersOf = (text: string) => Array.from(withoutQuoted(text).matchAll(/:(\w+)/g), ([, name]) => name ?? '')

function isOnlyOuterJoined(text: string, table: string, views: string[]): boolean {
  const names = [table, ...views].join('|')
  const count = (before: string) => text.match(new RegExp(`\\b${before}\\s+(${names})\\b`, 'gi'))?.length ?? 0
  return count('LEFT JOIN') > 0 && count('LEFT JOIN') === count('(FROM|JOIN|INTO|UPDATE)')
}

function differences(what: string, found: string[], declared: string[]): string[] {
  return [
    ...found.filter((name) => !declared.includes(name)).map((name) => `The ${what} ${name} is not declared`),
    ...declared.filter((name) => !found.includes(name)).map((name) => `The ${what} ${name} is declared, but not there`),
  ]
}

describe('a declared statement', () => {
  const cards = sql(
    {
      params: { ids: list(text), isLoud: boolean, status: nullable(oneOf(['old', 'new'])) },
      row: {
        id: text,
        isLoud: boolean,
        words: list({ word: text, count: integer }),
        status: nullable(oneOf(['old', 'new'])),
      },
    },
    `SELECT value AS id, :isLoud AS isLoud, json_array(json_object('word', value, 'count', 2)) AS words, :status AS status
     FROM json_each(:ids)`,
  )

  it('takes and gives the values of its fields', () => {
    const db = testDatabase()
    const first = { id: 'a', isLoud: true, words: [{ word: 'a', count: 2 }], status: 'old' }
    expect(cards.all(db, { ids: ['a', 'b'], isLoud: true, status: 'old' })).toEqual([
      first,
      { ...first, id: 'b', words: [{ word: 'b', count: 2 }] },
    ])
    expect(cards.first(db, { ids: ['a', 'b'], isLoud: false, status: null })).toEqual({
      ...first,
      isLoud: false,
      status: null,
    })
    expect(cards.first(db, { ids: [], isLoud: false, status: null })).toBeNull()
    expect(() => cards.one(db, { ids: [], isLoud: false, status: null })).toThrow('There is no row')
  })

  it('reads columns as the schema stores them, in a transaction too', () => {
    const db = testDatabase()
    const { id } = anyRow(db, 'users', { role: 'enterprise', must_change_password: 1 })
    const userOf = sql(
      { params: columns(users, 'id'), row: columns(users, 'mustChangePassword', 'role') },
      'SELECT must_change_password AS mustChangePassword, role FROM users WHERE id = :id',
    )
    const demand = sql(
      { params: columns(users, 'id', 'mustChangePassword') },
      'UPDATE users SET must_change_password = :mustChangePassword WHERE id = :id',
    )
    const row = transact(db, (tx) => {
      expect(demand.run(tx, { id: String(id), mustChangePassword: false })).toBe(1)
      return userOf.one(tx, { id: String(id) })
    })
    expect(row).toEqual({ mustChangePassword: false, role: 'enterprise' })
    expect(demand.run(db, { id: 'nobody', mustChangePassword: true })).toBe(0)
  })

  it('refuses in tests what is not as declared', () => {
    const db = testDatabase()
    const wrong = (field: Field, value: string) => () => sql({ row: { it: field } }, `SELECT ${value} AS it`).all(db)
    expect(wrong(text, 'NULL')).toThrow('it is null, which is not as declared: SELECT NULL AS it')
    expect(wrong(text, '1')).toThrow('it is 1')
    expect(wrong(integer, "'1'")).toThrow('it is "1"')
    expect(wrong(boolean, '2')).toThrow('it is 2')
    expect(wrong(users.role, "'guest'")).toThrow('it is "guest"')
    expect(wrong(list(integer), `'["1"]'`)).toThrow('is not as declared')
    expect(wrong(nullable(integer), 'NULL')).not.toThrow()
  })
})

describe('raw access', () => {
  /** What prepares or executes text itself, and why. */
  const allowed = new Map([
    ['/db/sql.server.ts', 'declared statements'],
    ['/db/client.server.ts', 'pragmas and migrations'],
    ['/db/event-dispatcher.server.ts', 'a pragma, every second'],
    ['/db/data-version.server.ts', 'below declared statements: every transaction runs it'],
    ['/db/backup.ts', 'other files than the database'],
    ['/db/seed/run.ts', "one transaction around the verbs' own"],
    ['/app/features/database/tables.server.ts', 'the rows of tables whose names are read from the database'],
    ['/app/platform/rate-limit.server.ts', "platform imports nothing of db; the table is its library's"],
  ])

  it('is by declared statements and the builder alone', () => {
    const raw =
      /\.prepare\s*(<[^(]*>)?\(\s*[^)\s]|(\$client|sqlite)\.exec\(|\b(db|tx)\.(all|get|run|values)\s*[<(]|\bsql\.raw\b/
    const found = Object.entries(sources).flatMap(([path, source]) => (raw.test(source) ? [path] : []))
    expect(found.sort()).toEqual([...allowed.keys()].sort())
  })
})
