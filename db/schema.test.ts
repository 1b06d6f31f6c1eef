import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { getTableName, is, Table } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#tests/setup/database.ts'
import { transact, writeUnsynced } from './client.server.ts'

const db = testDatabase()
const sqlite = db.$client
const created = sqlite
  .prepare<[], { name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> '__drizzle_migrations'`,
  )
  .all()
const virtual = created.filter(({ sql }) => /^CREATE VIRTUAL TABLE/i.test(sql))
/** SQLite manages the internal tables of a full-text index. */
const tables = created.filter(
  ({ name }) => !virtual.some((index) => name === index.name || name.startsWith(`${index.name}_`)),
)

type Column = { name: string; type: string; notnull: number; pk: number }
const columns = (table: string) => sqlite.pragma(`table_info(${table})`) as Column[]
const references = (table: string) =>
  sqlite.pragma(`foreign_key_list(${table})`) as Array<{ from: string; table: string }>

describe.each(tables.map(({ name }) => name))('%s', (table) => {
  it('is strict, so that it never stores a text as a number', () => {
    expect(tables.find(({ name }) => name === table)?.sql).toMatch(/\)\s*(WITHOUT ROWID,\s*)?STRICT$/)
  })

  it('has a primary key that is never null', () => {
    const keys = columns(table).filter(({ pk }) => pk > 0)
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(key.notnull === 1 || key.type === 'INTEGER', key.name).toBe(true)
  })

  it('stores money, times and rates as integers', () => {
    for (const { name, type } of columns(table)) {
      expect(type, name).toMatch(/^(TEXT|INTEGER|BLOB)$/)
      if (/(_cents|_at|_bp|_milli|^at|^size|_count)$/.test(name)) expect(type, name).toBe('INTEGER')
    }
  })

  it('refers to other tables by foreign keys', () => {
    const names = new Set(tables.map(({ name }) => name))
    for (const { table: parent } of references(table)) expect(names).toContain(parent)
    const referring = new Set(references(table).map(({ from }) => from))
    const loose = columns(table).filter(
      ({ name }) => /_id$/.test(name) && !referring.has(name) && !unreferenced.has(`${table}.${name}`),
    )
    expect(loose.map(({ name }) => `${table}.${name}`)).toEqual([])
  })
})

/** Columns that refer to something without a foreign key, each with the reason. */
const unreferenced = new Map([
  ['companies.business_id', "the authorities' number"],
  ['clients.business_id', "the authorities' number"],
  ['received_invoices.supplier_business_id', "the authorities' number"],
  ['clients.merged_into_id', 'the record that was kept, in the same table'],
  ['tender_documents.document_id', 'the first version, in the same table'],
  ['project_search.project_id', 'written by triggers of projects alone'],
  ['companies_search.company_id', 'written by triggers of companies alone'],
  ['audit_log.actor_id', 'the trail outlives whoever is in it'],
  ['audit_log.company_id', 'the trail outlives whoever is in it'],
  ['audit_log.subject_id', 'any table'],
  ['outbox.request_id', 'a request is not stored'],
  ['outbox.actor_id', 'what happened outlives whoever did it'],
  ['audit_log.request_id', 'a request is not stored'],
  ['idempotency_keys.actor_id', 'kept for 30 days, of no consequence after'],
  ['bank_transfers.archive_id', "the bank's number"],
  ['statement_rows.archive_id', "the bank's number"],
  ['statement_rows.batch_id', "the bank's number of an entry"],
  ['statement_rows.end_to_end_id', 'whatever the payer wrote'],
  ['bank_transfers.subject_id', 'a milestone or an invoice'],
  ['files.subject_id', 'any table'],
  ['approvals.subject_id', 'any table'],
  ['ledger_accounts.owner_id', 'a company or a contract'],
  ['invoices.share_id', 'a secret, not a row'],
  ['quote_versions.share_id', 'a secret, not a row'],
  ['invoices.credited_invoice_id', 'its own table; checked by the verb'],
  ['conversations.subject_id', 'a company, a project or a contract'],
  ['call_sessions.client_call_id', 'made by whoever calls'],
  ['broadcasts.client_broadcast_id', 'made by whoever broadcasts'],
  ['call_participants.socket_id', 'an open socket, not a row'],
  ['call_participants.peer_id', 'a name at the broker, not a row'],
  ['messages.client_id', 'made by whoever sends'],
  ['scheduled_messages.client_id', 'of the message that it becomes'],
  ['messages.reply_to_id', 'its own table; checked by the verb to be of the same conversation'],
  ['message_files.message_id', 'a message, or one that waits for approval'],
  ['pending_messages.client_id', 'made by whoever sends'],
  ['pending_messages.reply_to_id', 'checked by the verb, once more when it is approved'],
  ['messages.forwarded_id', 'its own table, of any conversation; checked by the verb to be readable for the sender'],
  ['pending_messages.forwarded_id', 'checked by the verb'],
  ['drafts.reply_to_id', 'checked by the verb, once more when it is sent'],
])

describe('the schema', () => {
  it('enforces its foreign keys, and keeps none broken', () => {
    expect(sqlite.pragma('foreign_keys', { simple: true })).toBe(1)
    expect(sqlite.pragma('foreign_key_check')).toEqual([])
    expect(() =>
      sqlite
        .prepare(
          `INSERT INTO company_members (company_id, user_id, role, joined_at) VALUES ('nobody', 'nothing', 'owner', 1)`,
        )
        .run(),
    ).toThrow('FOREIGN KEY')
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  })

  it('refuses a text where a number belongs', () => {
    expect(() => sqlite.prepare(`INSERT INTO rate_limits VALUES ('a', 'many', 1)`).run()).toThrow('cannot store TEXT')
  })

  it('survives a power cut: every connection uses synchronous=FULL', () => {
    expect(sqlite.pragma('synchronous', { simple: true })).toBe(2)
    expect(sqlite.pragma('busy_timeout', { simple: true })).toBeGreaterThanOrEqual(5000)
  })

  it('waits for the disk again after a write that does not, also when it fails', () => {
    expect(writeUnsynced(db, () => sqlite.pragma('synchronous', { simple: true }))).toBe(1)
    expect(sqlite.pragma('synchronous', { simple: true })).toBe(2)
    expect(() => writeUnsynced(db, () => sqlite.exec('INSERT INTO nowhere VALUES (1)'))).toThrow('nowhere')
    expect(sqlite.pragma('synchronous', { simple: true })).toBe(2)
    expect(() => transact(db, () => writeUnsynced(db, () => 1))).toThrow('writeUnsynced')
  })

  it('in the code matches the migrations, column for column', async () => {
    const described = new Map<string, string[]>()
    for (const file of readdirSync('db/schema', { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue
      const module: Record<string, unknown> = await import(/* @vite-ignore */ resolve('db/schema', file))
      for (const table of Object.values(module)) {
        if (is(table, Table))
          described.set(
            getTableName(table),
            getTableConfig(table as SQLiteTable).columns.map(({ name }) => name),
          )
      }
    }
    // The ids of a full-text index are checked through its triggers.
    const migrated = new Map(
      tables
        .filter(({ name }) => !name.endsWith('_search'))
        .map(({ name }) => [name, columns(name).map((column) => column.name)]),
    )
    expect([...described.keys()].sort()).toEqual([...migrated.keys()].sort())
    for (const [name, names] of described) expect(names.sort(), name).toEqual(migrated.get(name)?.sort())
  })
})
