// Runs every migration over data from before it, not only over an empty file.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { isNotNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { getCertificate } from '#app/features/contracts/queries.server.ts'
import { verifyRecords } from '#app/features/contracts/verify-records.server.ts'
import { verifyDecisions } from '#app/features/decisions/verify-decisions.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { invoiceText } from '#app/features/invoicing/assign-invoice-number.server.ts'
import { getInvoiceContent } from '#app/features/invoicing/content/content-rows.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { migrateDatabase, prepareDatabase } from '#db/client.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { summaryDifferences } from '#tests/setup/summaries.ts'

const folder = resolve('tests/fixtures')
const worlds = readdirSync(folder).filter((name) => /^world-at-\d{4}\.db\.br$/.test(name))
const migrations = readdirSync('db/migrations')
  .filter((name) => name.endsWith('.sql'))
  .sort()

const allSql = migrations.map((name) => readFileSync(resolve('db/migrations', name), 'utf8')).join('\n')

it('there is a world to migrate', () => {
  expect(worlds).toContain('world-at-0013.db.br')
})

describe.each(worlds)('all migrations after %s', (world) => {
  const db = prepareDatabase(new Sqlite(brotliDecompressSync(readFileSync(resolve(folder, world)))))
  const sqlite = db.$client
  const before = { rows: rowCounts(sqlite), triggers: triggers(sqlite) }
  migrateDatabase(db, resolve('db/migrations'))

  it('start from a world with data in everything that involves money, and all of them run', () => {
    for (const table of ['ledger_postings', 'audit_log', 'bids', 'contracts', 'invoices', 'messages'])
      expect(before.rows[table], table).toBeGreaterThan(0)
    expect(sqlite.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get()).toBe(migrations.length)
  })

  it('keep every row in its table, and every reference valid', () => {
    const after = rowCounts(sqlite)
    const kept = Object.entries(before.rows).filter(([table]) => table in after || !isDropped('TABLE', table))
    expect(after).toMatchObject(Object.fromEntries(kept.map(([table, rows]) => [currentName(table), rows])))
    expect(sqlite.pragma('foreign_key_check')).toEqual([])
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  })

  it('leave the audit chain, the ledger, sealed bids and frozen contracts verifiable', () => {
    expect(verifyAudit(db)).toEqual({ rows: before.rows.audit_log, brokenAt: null })
    expect([...verifyRecords(db).findings, ...verifyDecisions(db).findings]).toEqual([])
    expect(checkLedger(db)).toMatchObject({ sound: true, findings: [], postings: before.rows.ledger_postings })
  })

  it('summarise the rows that were there', () => {
    expect(sqlite.prepare('SELECT count(*) FROM company_counts').pluck().get()).toBeGreaterThan(0)
    expect(summaryDifferences(db)).toEqual([])
  })

  it('lose no trigger: one dropped with a rebuilt table is created again, or dropped explicitly', () => {
    const left = new Set(triggers(sqlite))
    const lost = before.triggers.filter((name) => !left.has(name))
    expect(lost.filter((name) => !isDropped('TRIGGER', name))).toEqual([])
  })
})

it('projects and bids of contracts terminated before that state existed get it', () => {
  const db = prepareDatabase(new Sqlite(brotliDecompressSync(readFileSync(resolve(folder, 'world-at-0013.db.br')))))
  const ended = db.$client
    .prepare<[], { project: string; bid: string }>(
      `UPDATE contracts SET status = 'terminated' WHERE id = (SELECT id FROM contracts WHERE status = 'active' LIMIT 1)
       RETURNING project_id AS project, bid_id AS bid`,
    )
    .get()
  migrateDatabase(db, resolve('db/migrations'))
  const inState = (table: string) =>
    db.$client.prepare(`SELECT id FROM ${table} WHERE status = 'terminated'`).pluck().all()
  expect([inState('projects'), inState('bids')]).toEqual([[ended?.project], [ended?.bid]])
})

it('messages that awaited approval still do, and so does the notice about them', () => {
  const db = prepareDatabase(new Sqlite(brotliDecompressSync(readFileSync(resolve(folder, 'world-at-0013.db.br')))))
  const id = db.$client
    .prepare<[], string>(
      `INSERT INTO held_messages (id, conversation_id, author_id, client_id, text, file_ids, status, created_at)
       SELECT 'one', conversation_id, user_id, 'first', 'Please', '[]', 'waiting', 1 FROM conversation_members LIMIT 1
       RETURNING id`,
    )
    .pluck()
    .get()
  const notice = db.$client
    .prepare<[], string>(
      `UPDATE notifications SET text_key = 'chatHeld' WHERE id = (SELECT id FROM notifications LIMIT 1) RETURNING id`,
    )
    .pluck()
    .get()
  migrateDatabase(db, resolve('db/migrations'))
  const one = (query: string) => db.$client.prepare(query).pluck().all()
  expect(one(`SELECT id FROM pending_messages WHERE status = 'pending'`)).toContain(id)
  expect(one(`SELECT id FROM notifications WHERE text_key = 'chatPending'`)).toEqual([notice])
})

it('what escrow still retains is deducted from the payments of invoices that counted it as paid', () => {
  const db = prepareDatabase(new Sqlite(brotliDecompressSync(readFileSync(resolve(folder, 'world-at-0013.db.br')))))
  migrateDatabase(db, resolve('db/migrations'))
  const wrong = db.$client
    .prepare(
      `SELECT i.number FROM invoices i WHERE i.kind = 'invoice' AND i.number IS NOT NULL AND (
         i.paid_cents <> coalesce((SELECT sum(amount_cents) FROM invoice_payments p WHERE p.invoice_id = i.id), 0)
         OR (i.status = 'paid' AND (i.retained_cents > 0 OR i.paid_cents + i.credited_cents < i.gross_cents)))`,
    )
    .all()
  expect(wrong).toEqual([])
  const retained = db.$client.prepare('SELECT sum(retained_cents) FROM invoices').pluck().get()
  expect(retained).toBeGreaterThan(0)
})

it('people who have not accepted their invitation become an invitation, and their address is free', () => {
  const db = prepareDatabase(new Sqlite(brotliDecompressSync(readFileSync(resolve(folder, 'world-at-0013.db.br')))))
  const before = db.$client
  const { company } = before.prepare<[], { company: string }>('SELECT id AS company FROM companies LIMIT 1').get() ?? {
    company: '',
  }
  const insert = before.transaction((id: string, token: string | null) => {
    before
      .prepare(
        `INSERT INTO users (id, email, name, role, account_type, status, must_change_password, created_at, updated_at)
         VALUES (?, ?, 'Ines Invited', 'enterprise', 'enterprise', 'active', 0, 1, 1)`,
      )
      .run(id, `${id}@example.org`)
    before
      .prepare(`INSERT INTO company_members (company_id, user_id, role, joined_at) VALUES (?, ?, 'manager', 1)`)
      .run(company, id)
    if (token) {
      before
        .prepare(
          `INSERT INTO account_tokens (token_hash, purpose, user_id, email, created_at, expires_at)
           VALUES (?, 'invite', ?, ?, 1, 99)`,
        )
        .run(token, id, `${id}@example.org`)
    }
  })
  insert('with-link', 'its hash')
  insert('without-link', null)
  migrateDatabase(db, resolve('db/migrations'))
  const invited = db.$client.prepare(
    'SELECT id, email, company_id AS company, role, token_hash AS token, expires_at AS expires FROM company_invitations ORDER BY id',
  )
  expect(invited.all()).toEqual([
    { id: 'with-link', email: 'with-link@example.org', company, role: 'manager', token: 'its hash', expires: 99 },
    {
      ...{ id: 'without-link', email: 'without-link@example.org', company, role: 'manager' },
      ...{ token: expect.stringMatching(/^[0-9a-f]{64}$/), expires: 604_800_001 },
    },
  ])
  const count = (query: string) => db.$client.prepare(query).pluck().get()
  expect(count(`SELECT count(*) FROM users WHERE email LIKE '%-link@example.org'`)).toBe(0)
  expect(count(`SELECT count(*) FROM company_members WHERE user_id LIKE '%-link'`)).toBe(0)
  expect(count(`SELECT count(*) FROM account_tokens WHERE user_id LIKE '%-link'`)).toBe(0)
  expect(db.$client.pragma('foreign_key_check')).toEqual([])
})

it('documents from before keep text and hash, name their parties from it, and their signatures say whence the account is', () => {
  const db = prepareDatabase(new Sqlite(brotliDecompressSync(readFileSync(resolve(folder, 'world-at-0013.db.br')))))
  const documents = db.$client.prepare(
    'SELECT id, document_text, document_hash FROM contracts WHERE document_hash IS NOT NULL ORDER BY id',
  )
  const before = documents.all()
  db.$client.exec("UPDATE companies SET name = 'Quite Another Oy'")
  migrateDatabase(db, resolve('db/migrations'))
  expect(before.length).toBeGreaterThan(0)
  expect(documents.all()).toEqual(before)
  const signed = db.$client
    .prepare<[], { hash: string; name: string; email: string }>(
      `SELECT s.document_hash AS hash, u.name, u.email FROM contract_signatures s JOIN users u ON u.id = s.user_id`,
    )
    .all()
  expect(signed.length).toBeGreaterThan(0)
  for (const { hash, name, email } of signed) {
    const certificate = getCertificate(db, hash)
    expect(certificate?.signatures).toContainEqual(
      expect.objectContaining({ accountName: name, accountEmail: email, accountSource: 'later', nameReason: null }),
    )
    expect(certificate?.matches).toBe(true)
    for (const party of [certificate?.clientName, certificate?.providerName]) {
      expect(party).toBeTruthy()
      expect(party).not.toBe('Quite Another Oy')
    }
  }
  expect(() => db.$client.exec("UPDATE contract_signatures SET account_name = 'Forged'")).toThrow('immutable')
})

it('contracts that ended before have their retention released, as the ledger says', () => {
  const db = prepareDatabase(new Sqlite(brotliDecompressSync(readFileSync(resolve(folder, 'world-at-0013.db.br')))))
  migrateDatabase(db, resolve('db/migrations'))
  const contracts = db.$client
    .prepare<[], { status: string; retention: string | null; paid: number }>(
      `SELECT status, retention_status AS retention,
              EXISTS (SELECT 1 FROM ledger_postings p WHERE p.contract_id = c.id AND p.kind = 'retention_release') AS paid
       FROM contracts c`,
    )
    .all()
  expect(contracts.some(({ paid }) => paid === 1)).toBe(true)
  for (const { retention, paid } of contracts) expect(retention).toBe(paid === 1 ? 'released' : null)
})

/** Whether a migration drops a table or trigger for good. */
function isDropped(what: 'TABLE' | 'TRIGGER', name: string): boolean {
  return new RegExp(`DROP ${what}\\s+(IF EXISTS\\s+)?[\`"]?${name}\\b`).test(allSql)
}

/** The current name of a table that a later migration renamed. */
function currentName(table: string): string {
  return new RegExp(`ALTER TABLE \`${table}\` RENAME TO \`(\\w+)\``).exec(allSql)?.[1] ?? table
}

function triggers(sqlite: Sqlite.Database): string[] {
  return sqlite.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).pluck().all()
}

/** The rows of each of our tables; of a full-text index only the indexed rows. */
function rowCounts(sqlite: Sqlite.Database): Record<string, number> {
  const names = sqlite
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name <> '__drizzle_migrations'`,
    )
    .pluck()
    .all()
  return Object.fromEntries(
    names.map((name) => [name, sqlite.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get() ?? 0]),
  )
}

it('of companies with one business id the oldest keeps it, and the others are asked to correct theirs', () => {
  const db = prepareDatabase(new Sqlite(brotliDecompressSync(readFileSync(resolve(folder, 'world-at-0013.db.br')))))
  const insert = db.$client.prepare(
    `INSERT INTO companies (id, kind, name, business_id, country, created_at, updated_at) VALUES (?, 'organization', ?, ?, ?, ?, 1)`,
  )
  insert.run('older', 'Older', '0112038-9', 'FI', 1)
  insert.run('younger', 'Younger', ' 01120389', 'FI', 2)
  insert.run('åland', 'Ålandic', '0112038-9', 'AX', 3)
  insert.run('swedish', 'Swedish', '0112038-9', 'SE', 4)
  migrateDatabase(db, resolve('db/migrations'))
  const ids = db.$client.prepare(
    `SELECT id, business_id AS businessId FROM companies WHERE business_id_disputed = ? AND id IN ('older', 'younger', 'åland', 'swedish') ORDER BY created_at`,
  )
  expect(ids.all(0)).toEqual([
    { id: 'older', businessId: '0112038-9' },
    { id: 'swedish', businessId: '0112038-9' },
  ])
  expect(ids.all(1)).toEqual([
    { id: 'younger', businessId: ' 01120389' },
    { id: 'åland', businessId: '0112038-9' },
  ])
})

it('members and managers of before mandates go on up to 10 000 euros, and leave the bank account to owners', () => {
  const db = prepareDatabase(new Sqlite(brotliDecompressSync(readFileSync(resolve(folder, 'world-at-0013.db.br')))))
  const [owner = '', member = ''] = db.$client
    .prepare<[], string>("SELECT user_id FROM company_members WHERE role = 'owner' LIMIT 2")
    .pluck()
    .all()
  db.$client.prepare("UPDATE company_members SET role = 'member' WHERE user_id = ?").run(member)
  migrateDatabase(db, resolve('db/migrations'))
  const of = db.$client.prepare(
    'SELECT power, limit_cents AS cents FROM company_mandates WHERE user_id = ? ORDER BY power',
  )
  expect(of.all(owner)).toEqual([])
  expect(of.all(member)).toEqual(['award', 'release', 'sign'].map((power) => ({ power, cents: 1_000_000 })))
})

it('unit prices keep their value to the last decimal when they get four', () => {
  const db = prepareDatabase(new Sqlite(brotliDecompressSync(readFileSync(resolve(folder, 'world-at-0013.db.br')))))
  const prices = (column: string) =>
    db.$client.prepare(`SELECT id, ${column} AS price FROM bid_lines WHERE ${column} > 0 ORDER BY id`)
  const before = prices('unit_price_cents * 100').all()
  migrateDatabase(db, resolve('db/migrations'))
  expect(before.length).toBeGreaterThan(0)
  expect(prices('unit_price_e4').all()).toEqual(before)
})

it('invoices issued before prices had four decimals keep their texts, and so their hashes', () => {
  const db = prepareDatabase(new Sqlite(brotliDecompressSync(readFileSync(resolve(folder, 'world-at-0013.db.br')))))
  migrateDatabase(db, resolve('db/migrations'))
  const issued = db.select().from(invoices).where(isNotNull(invoices.number)).all()
  expect(issued.length).toBeGreaterThan(0)
  for (const invoice of issued) {
    const credited = issued.find(({ id }) => id === invoice.creditedInvoiceId)?.number ?? null
    const text = invoiceText(invoice, getInvoiceContent(db, invoice.id), credited)
    expect(createHash('sha256').update(text).digest('hex'), invoice.number ?? '').toBe(invoice.hash)
  }
})
