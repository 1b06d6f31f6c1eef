import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closeDatabase, migrateDatabase, openDatabase, type Sqlite } from '#db/client.server.ts'

/** The rows of the small company, however many there are in all. */
export const smallRows = 40

const tables = ['company', 'user', 'project', 'bid', 'contract', 'milestone', 'invoice', 'conversation'] as const
type Table = (typeof tables)[number]

/** The id of the `index`th row of a table, in ascending order as UUIDv7 are. */
export function seededId(table: Table, index: number): string {
  return `${hex(index, 8)}-${hex(tables.indexOf(table), 4)}-7000-8000-${hex(index, 12)}`
}
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
const id = (table: Table, index: string) =>
  `printf('%08x-${hex(tables.indexOf(table), 4)}-7000-8000-%012x', ${index}, ${index})`

/**
 * The path of a database with `rows` rows in every large table. It is made once, in .cache, by one statement per table, and
 * migrated when the schema changes. Company 1 has 40 rows of each, company 2 half of all, and every other company a few; each company has one person.
 * All dates are counted from now on, so the file is made anew after a month.
 */
export function seededDatabase(rows: number): string {
  const migrations = resolve('db/migrations')
  const made = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)))
  made.update(new Date().toISOString().slice(0, 7))
  const name = `growth-${rows}-`
  const path = resolve('.cache', `${name}${made.digest('hex').slice(0, 12)}.db`)
  if (existsSync(path)) {
    const db = openDatabase(path)
    migrateDatabase(db, migrations)
    closeDatabase(db)
    return path
  }
  mkdirSync('.cache', { recursive: true })
  for (const old of readdirSync('.cache').filter((file) => file.startsWith(name))) rmSync(join('.cache', old))
  const began = Date.now()
  const db = openDatabase(`${path}.part`)
  migrateDatabase(db, migrations)
  db.$client.pragma('foreign_keys = OFF')
  db.$client.pragma('synchronous = OFF')
  // What is written at once would else be searched in a log as large as the database, and each index read from the disk again and again.
  db.$client.pragma('journal_mode = OFF')
  db.$client.pragma('cache_size = -4000000')
  db.$client.transaction(() => withoutReplacing(db.$client, () => insertRows(db.$client, rows, Date.now()))).immediate()
  db.$client.exec('ANALYZE')
  closeDatabase(db)
  renameSync(`${path}.part`, path)
  console.log(`${rows} rows of each kind took ${Math.round((Date.now() - began) / 1000)} s`)
  return path
}

/** Nothing is replaced here, and without statistics a bid is looked for among all of its company's: half of the rows, for each of them. */
function withoutReplacing(sqlite: Sqlite, run: () => void): void {
  const guards = sqlite
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name GLOB '*_not_replaced'`,
    )
    .all()
  for (const { name } of guards) sqlite.exec(`DROP TRIGGER ${name}`)
  run()
  for (const { sql } of guards) sqlite.exec(sql)
}

function insertRows(sqlite: Sqlite, rows: number, now: number): void {
  const day = 86_400_000
  const every = Math.floor(rows / smallRows)
  // The owner of row i, and the other party: bidder, provider and seller. Both companies have as many on either side.
  const owner = `CASE WHEN i % ${every} = 3 THEN 1 WHEN i % 2 = 0 THEN 2 ELSE 3 + i % (${rows} - 3) END`
  const other = `CASE WHEN i % ${every} = 5 THEN 1 WHEN i % 2 = 1 THEN 2 ELSE 3 + (i * 7) % (${rows} - 3) END`
  const date = (days: string) => `date(${now} / 1000, 'unixepoch', ${days} || ' days')`
  const fill = (table: string, values: Record<string, string>, where = 'true') => {
    const began = Date.now()
    sqlite.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
      INSERT INTO ${table} (${Object.keys(values).join(', ')}) SELECT ${Object.values(values).join(', ')}
      FROM (SELECT i, ${owner} AS owner, ${other} AS other, (i / 7) % 10 AS step FROM n) WHERE ${where}`)
    if (Date.now() - began > 5000) console.log(`${table}: ${Math.round((Date.now() - began) / 1000)} s`)
  }
  const at = `${now} - (${rows} - i) * 60`
  const times = { created_at: at, updated_at: at }
  fill('companies', {
    id: id('company', 'i'),
    kind: `'organization'`,
    name: `'Company ' || i`,
    ...times,
  })
  const subscription = { plan: `'universe'`, cycle: `'monthly'`, currency: `'EUR'`, status: `'active'` }
  const noTrial = { trial_started_at: '0', trial_ends_at: '0', updated_at: '0' }
  fill('subscriptions', { company_id: id('company', 'i'), ...subscription, ...noTrial })
  fill('users', {
    id: id('user', 'i'),
    email: `'person' || i || '@company.example'`,
    name: `'Person ' || i`,
    password_hash: `'x'`,
    role: `'enterprise'`,
    account_type: `'enterprise'`,
    status: `'active'`,
    email_verified_at: '1',
    ...times,
  })
  const member = { company_id: id('company', 'i'), user_id: id('user', 'i'), role: `'owner'`, joined_at: at }
  fill('company_members', member)
  const words = `substr('Kitchen Roof    BathroomFacade  Yard    Sauna   Office  Bridge  Pipes   Windows ', 1 + 8 * (i % 10), 8)`
  fill('projects', {
    id: id('project', 'i'),
    company_id: id('company', 'owner'),
    created_by: id('user', 'owner'),
    title: `trim(${words}) || ' of house ' || i`,
    description: `'The school stays open while it is built.'`,
    category: `CASE i % 4 WHEN 0 THEN 'kitchen' WHEN 1 THEN 'roofing' WHEN 2 THEN 'bathroom' ELSE 'other' END`,
    location: `'Espoo'`,
    budget_cents: '25000000',
    currency: `'EUR'`,
    status: `CASE step WHEN 5 THEN 'evaluating' WHEN 6 THEN 'awarded' WHEN 7 THEN 'active' WHEN 8 THEN 'completed'
      WHEN 9 THEN 'draft' ELSE 'open' END`,
    bid_deadline: `${now} + 60 * ${day} + i * 60`,
    published_at: at,
    bids_opened_at: `iif(step BETWEEN 5 AND 8, ${at}, NULL)`,
    ...times,
  })
  fill('bids', {
    id: id('bid', 'i'),
    project_id: id('project', 'i'),
    company_id: id('company', 'other'),
    created_by: id('user', 'other'),
    status: `CASE WHEN step IN (0, 9) THEN 'draft' WHEN step < 5 THEN 'submitted' WHEN step = 5 THEN 'opened' WHEN step = 6
      THEN 'awarded' ELSE 'won' END`,
    currency: `'EUR'`,
    net_cents: '100000',
    vat_cents: '25500',
    gross_cents: '125500',
    approach: `'By hand.'`,
    timeline_weeks: '4',
    project_version: '1',
    submitted_at: at,
    ...times,
  })
  fill('contracts', {
    id: id('contract', 'i'),
    number: `'C-' || i`,
    project_id: id('project', 'i'),
    bid_id: id('bid', 'i'),
    client_company_id: id('company', 'owner'),
    provider_company_id: id('company', 'other'),
    title: `trim(${words}) || ' of house ' || i`,
    terms: `'As agreed.'`,
    status: `CASE WHEN step < 2 THEN 'draft' WHEN step < 4 THEN 'sent' WHEN step < 8 THEN 'active' ELSE 'completed' END`,
    payment_method: `iif(i % 3 = 0, 'secure_escrow', 'direct_invoice')`,
    currency: `'EUR'`,
    net_cents: '100000',
    vat_cents: '25500',
    gross_cents: '125500',
    sent_at: `iif(step >= 2, ${at}, NULL)`,
    activated_at: `iif(step >= 4, ${at}, NULL)`,
    created_by: id('user', 'owner'),
    ...times,
  })
  fill('contract_milestones', {
    id: id('milestone', 'i'),
    contract_id: id('contract', 'i'),
    position: '1',
    title: `'Part ' || i`,
    description: `'Done by hand.'`,
    net_cents: '100000',
    vat_rate_bp: '2550',
    vat_cents: '25500',
    amount_cents: '125500',
    due_date: date(`(60 + i % 300)`),
    status: `CASE WHEN step < 6 THEN 'planned' WHEN step = 6 THEN 'funded' WHEN step = 7 THEN 'submitted' ELSE 'released' END`,
    funding_reference: `'RF' || i`,
    ...times,
  })
  const party = (who: string) =>
    `json_object('name', 'Company ' || ${who}, 'businessId', NULL, 'vatNumber', NULL, 'street', NULL, 'postalCode', NULL,
      'city', NULL, 'country', 'FI')`
  fill('invoices', {
    id: id('invoice', 'i'),
    company_id: id('company', 'other'),
    buyer_company_id: id('company', 'owner'),
    kind: `'invoice'`,
    status: `CASE WHEN step < 2 THEN 'draft' WHEN step < 4 THEN 'sent' WHEN step = 4 THEN 'partly_paid' ELSE 'paid' END`,
    year: 'iif(step < 2, NULL, 2026)',
    sequence: 'iif(step < 2, NULL, i)',
    number: `iif(step < 2, NULL, '2026-' || i)`,
    contract_id: id('contract', 'i'),
    buyer: party('owner'),
    seller: party('other'),
    issue_date: date(`(-10)`),
    delivery_date: date(`(-10)`),
    payment_term_days: '14',
    due_date: date(`(i % 120 - 20)`),
    currency: `'EUR'`,
    net_cents: '100000',
    vat_cents: '25500',
    gross_cents: '125500',
    paid_cents: 'CASE WHEN step < 4 THEN 0 WHEN step = 4 THEN 500 ELSE 125500 END',
    sent_at: `iif(step < 2, NULL, ${at})`,
    created_by: id('user', 'other'),
    ...times,
  })
  fill('notifications', {
    id: `printf('%08x-0010-7000-8000-%012x', i, i)`,
    user_id: id('user', 'owner'),
    category: `iif(i % 2 = 0, 'project', 'bid')`,
    text_key: `'projectAddendum'`,
    params: `'{"title":"House","version":2}'`,
    created_at: at,
    read_at: `iif(i % 5 = 0, NULL, ${at})`,
  })
  fill('audit_log', {
    at,
    actor_id: id('user', 'owner'),
    company_id: id('company', 'owner'),
    action: `iif(step = 3, 'project.publish', 'user.sign_in')`,
    subject_type: `iif(step = 3, 'project', 'user')`,
    subject_id: `iif(step = 3, ${id('project', 'i')}, ${id('user', 'owner')})`,
    detail: `'{}'`,
    request_id: `'bench'`,
    previous_hash: `'before ' || i`,
    hash: `'hash ' || i`,
  })
  // One group of everybody's, in which the small and the large company write, and conversations of two.
  fill('conversations', {
    id: id('conversation', 'i'),
    type: `'group'`,
    name: `'House ' || i`,
    group_type: `'custom'`,
    privacy: `iif(i % 3 = 0, 'public', 'private')`,
    tags: `'[]'`,
    search_key: `char(57344 + i % 4096, 57344 + (i / 4096) % 4096, 61440)`,
    member_count: '2',
    last_seq: '1',
    last_message_at: at,
    ...times,
  })
  const joined = { conversation_id: id('conversation', 'i'), role: `'member'`, joined_at: at, last_read_seq: 'i % 2' }
  // A person has as many conversations in a large database as in a small one.
  const few = (who: string) => `(${who} <> 2 OR i <= 400)`
  fill('conversation_members', { ...joined, user_id: id('user', 'owner') }, few('owner'))
  fill('conversation_members', { ...joined, user_id: id('user', 'other') }, `other <> owner AND ${few('other')}`)
  fill('messages', {
    id: `printf('%08x-0020-7000-8000-%012x', i, i)`,
    conversation_id: id('conversation', 'i'),
    seq: '1',
    rev: '1',
    client_id: `'client ' || i`,
    author_id: id('user', 'owner'),
    kind: `'text'`,
    text: `'Hello ' || i`,
    attachments: `'[]'`,
    mentions: `'[]'`,
    created_at: at,
  })
}
