// The queries of every page: they use an index, and their number is the same for fifty rows as for five.
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { env } from '#app/platform/env.server.ts'
import { currentRequestId } from '#app/platform/requests/request-context.server.ts'
import { type Database, prepareDatabase } from '#db/client.server.ts'
import { setDatabase } from '#db/handle.server.ts'
import { newId } from '#db/ids.ts'
import { anyRow, type Row } from '#tests/factories/any-row.ts'
import { dataOf } from '#tests/setup/ask.ts'
import { allRoutes } from '#tests/setup/pages.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { type ActorName, makeWorld, type World } from './authorization/world.ts'

let server: TestServer
let world: World
let few: Buffer
let pages: string[]
beforeAll(async () => {
  // One user opens more pages per second here than the limits allow.
  Object.assign(env, { RATE_LIMITS: false })
  ;({ world, snapshot: few } = await makeWorld())
  server = await startServer()
  pages = await pagesOfTheWorld()
}, 60_000)
afterAll(() => server.stop())

/** URLs of the data of all pages, for the ids of the world; lists with their filters. Two are asked for as documents too. */
async function pagesOfTheWorld(): Promise<string[]> {
  const byName: Record<string, string[]> = {
    projectId: ['openProject', 'draftProject', 'awardedProject'],
    bidId: ['sealedBid', 'wonBid'],
    contractId: ['contract', 'draftContract', 'sentContract'],
    milestoneId: ['approvedMilestone', 'fundedMilestone', 'refundMilestone', 'disputedMilestone', 'submittedMilestone'],
    invoiceId: ['milestoneInvoice', 'draftInvoice', 'freeInvoice'],
    quoteId: ['quote', 'draftQuote', 'acceptedQuote'],
    fileId: ['file'],
    userId: ['colleague'],
    conversationId: ['group', 'moderatedGroup', 'askedGroup', 'contractConversation'],
    hash: ['documentHash'],
    transactionId: ['draftTransaction', 'postedTransaction'],
    accountId: ['financialAccount'],
    ruleId: ['rule'],
  }
  const routes = (await allRoutes()).filter(({ path, module }) => path !== null && path !== '*' && module.loader)
  const filled = routes.flatMap(({ path, page }) => {
    const name = /:(\w+)/.exec(path ?? '')?.[1]
    const filledIn = (id: string) =>
      `/${path}`.replace(`:${name}`, world.ids[id] ?? '').replace(':messageId', world.ids.message ?? '')
    const addresses = name ? (byName[name] ?? []).map(filledIn) : [`/${path}`]
    return page ? addresses.map(dataOf) : addresses
  })
  const filtered = [
    '/projects?view=open',
    '/projects?view=open&category=kitchen',
    '/projects?view=open&sort=deadline',
    '/projects?view=open&q=bathhouse',
    '/projects?status=open',
    '/projects?category=kitchen',
    '/projects?sort=deadline',
    '/projects?q=bathhouse&status=open',
    '/projects?page=2',
    '/bids?status=submitted',
    '/bids?view=received',
    '/contracts?status=active',
    '/invoicing/received',
    ...['', 'toCheck', 'toApprove', 'toPay', 'overdue', 'paid', 'refused'].map(
      (state) => `/invoicing/received?state=${state}&after=2026-05-01.${world.ids.milestoneInvoice}`,
    ),
    `/escrow/suspense?after=${world.ids.milestoneInvoice}`,
    '/invoicing?status=issued',
    '/invoicing?status=overdue',
    '/financials/transactions?state=open&q=a',
    '/financials/transactions?category=materials&direction=out',
    '/financials/transactions?receipt=missing',
    '/notifications?category=project',
    '/notifications?unread=true',
    `/bids/new?project=${world.ids.freeProject}`,
    '/messages?q=group',
    '/messages/new?q=person',
    '/messages/groups?q=bathhouse',
    `/messages/${world.ids.group}?q=secret`,
    `/messages/${world.ids.group}?before=2`,
    `/messages/${world.ids.group}?around=2`,
  ]
  return [...filled, ...filtered.map(dataOf), '/dashboard', '/projects']
}

/** Restores the world, reporting every statement to `onStatement`. */
function restoreRecording(snapshot: Buffer, onStatement: (sql: string) => void): Database {
  const db = prepareDatabase(new Sqlite(snapshot, { verbose: (sql) => onStatement(String(sql)) }))
  setDatabase(db)
  return db
}

/** More rows beside those of the world, for the same people, so that every list is long. */
function addRows(db: Database, rows: number): void {
  const { client, provider } = world.people
  const [clientId, providerId] = [client.company?.id ?? '', provider.company?.id ?? '']
  const now = world.now
  // More milestones than a signed contract can have, and lines than bidders were asked.
  db.$client.exec('DROP TRIGGER contract_milestones_closed; DROP TRIGGER project_lines_none_added')
  for (let count = 0; count < rows; count += 1) {
    const project = anyRow(db, 'projects', {
      company_id: clientId,
      created_by: client.actor.id,
      category: 'kitchen',
      status: 'open',
      title: `Bathhouse ${count}`,
      bid_deadline: now + 86_400_000,
      version: 1,
    })
    const bid: Row = {
      company_id: providerId,
      created_by: provider.actor.id,
      net_cents: 1000,
      vat_cents: 255,
      gross_cents: 1255,
      timeline_weeks: 3,
      project_version: 1,
    }
    anyRow(db, 'bids', { ...bid, project_id: project.id ?? '', status: 'submitted' })
    anyRow(db, 'bids', {
      ...bid,
      company_id: String(anyRow(db, 'companies').id),
      project_id: world.ids.awardedProject ?? '',
      status: 'opened',
    })
    const drawing = { project_id: world.ids.openProject ?? '', revision: 1, project_version: 2, created_at: now }
    anyRow(db, 'tender_documents', { ...drawing, file_id: anyRow(db, 'files', { size: 0 }).id ?? null })
    const question = { project_id: world.ids.openProject ?? '', company_id: providerId }
    anyRow(db, 'tender_questions', question)
    const { id: answered = null } = anyRow(db, 'tender_questions', question)
    const answer = { project_id: question.project_id, number: 100 + count, question_id: answered }
    anyRow(db, 'tender_answers', { ...answer, is_addendum: 0 })
    anyRow(db, 'project_lines', { project_id: world.ids.openProject ?? '', position: 100 + count })
    const parties = {
      client_company_id: clientId,
      provider_company_id: providerId,
      status: 'active',
      payment_method: 'secure_escrow',
      activated_at: now,
    }
    const contract = anyRow(db, 'contracts', { ...parties, net_cents: 1000, vat_cents: 255, gross_cents: 1255 })
    for (const contractId of [contract.id, world.ids.contract])
      anyRow(db, 'contract_milestones', {
        contract_id: contractId ?? '',
        position: 100 + count,
        status: 'funded',
        vat_rate_bp: 2550,
        net_cents: 1000,
        vat_cents: 255,
        amount_cents: 1255,
      })
    anyRow(db, 'contract_events', { contract_id: world.ids.contract ?? '', action: 'sign', to_status: 'active' })
    const document = JSON.stringify({
      name: `Buyer ${count}`,
      businessId: null,
      vatNumber: null,
      street: 'Katu',
      postalCode: '00100',
      city: 'Helsinki',
      country: 'FI',
      email: null,
    })
    const invoice: Row = {
      company_id: providerId,
      buyer_company_id: clientId,
      client_id: world.ids.client ?? '',
      kind: 'invoice',
      created_by: provider.actor.id,
      buyer: document,
      seller: document,
      delivery_date: '2026-06-01',
      issue_date: '2026-06-01',
      due_date: '2026-06-15',
    }
    anyRow(db, 'invoices', {
      ...invoice,
      status: 'issued',
      number: `x${count}`,
      year: 2025,
      sequence: count,
      gross_cents: 1255,
      issued_at: now,
    })
    anyRow(db, 'invoice_lines', {
      invoice_id: world.ids.draftInvoice ?? '',
      position: 100 + count,
      quantity_milli: 1000,
      vat_rate_bp: 2550,
      vat_category: 'S',
    })
    anyRow(db, 'notifications', {
      user_id: provider.actor.id,
      category: 'project',
      text_key: 'projectAddendum',
      params: '{"title":"x","version":2}',
      created_at: now,
    })
    const user = anyRow(db, 'users', { role: 'enterprise', account_type: 'enterprise', status: 'active' })
    anyRow(db, 'company_members', { company_id: clientId, user_id: user.id ?? '', role: 'member' })
    anyRow(db, 'sessions', { user_id: provider.actor.id, expires_at: now + 86_400_000 })
    anyRow(db, 'bank_transfers', {
      subject_type: 'milestone',
      subject_id: world.ids.fundedMilestone ?? '',
      paid_on: '2026-06-01',
    })
    anyRow(db, 'audit_log', { company_id: clientId })
    addBookRows(db, count)
    addConversationRows(db, count)
    anyRow(db, 'mails', { locale: 'en', sent_at: now })
  }
}

/** More accounts, rows and categories in the client's books. */
function addBookRows(db: Database, count: number): void {
  const { company, actor } = world.people.client
  const own = { company_id: company?.id ?? '', created_by: actor.id }
  const { id: account = '' } = anyRow(db, 'financial_accounts', { ...own, kind: 'bank', opening_on: '2020-01-01' })
  for (const account_id of [account, world.ids.financialAccount ?? '']) {
    const row = { ...own, account_id, status: 'draft', source: 'manual', day: '2026-01-02' }
    const { id: transaction_id = '' } = anyRow(db, 'financial_transactions', row)
    anyRow(db, 'financial_splits', {
      ...{ transaction_id, position: 0, category: 'rent', amount_cents: 9, vat: 'none', vat_rate_bp: 0, vat_cents: 0 },
    })
  }
  const draft = world.ids.draftTransaction ?? ''
  const part = { transaction_id: draft, position: 100 + count, category: 'fuel', amount_cents: 9, vat: 'none' }
  anyRow(db, 'financial_splits', { ...part, vat_rate_bp: 0, vat_cents: 0 })
  const { id: own_category_id = '' } = anyRow(db, 'financial_own_categories', {
    company_id: own.company_id,
    category: 'rent',
  })
  const budget_id = String(db.$client.prepare('SELECT id FROM project_budgets').pluck().get())
  anyRow(db, 'project_budget_lines', {
    budget_id,
    position: 100 + count,
    category: 'rent',
    own_category_id,
    amount_cents: 9,
  })
  const invoice = { kind: 'invoice', format: 'typed', supplier_country: 'FI', currency: 'EUR', vat: '[]', notes: '[]' }
  const amounts = { gross_cents: 9, payable_cents: 9, paid_cents: 0, issue_date: '2026-01-02', due_date: '2026-01-02' }
  const of = { company_id: own.company_id, added_by: actor.id, status: 'received' }
  const { id: received_invoice_id = '' } = anyRow(db, 'received_invoices', { ...of, ...invoice, ...amounts })
  anyRow(db, 'received_invoice_parts', { received_invoice_id, position: 0, category: 'rent', net_cents: 9 })
  const { id: rule_id = '' } = anyRow(db, 'booking_rules', {
    ...own,
    mode: 'suggest',
    currency: 'EUR',
    updated_by: actor.id,
  })
  anyRow(db, 'booking_rule_parts', { rule_id, position: 0, category: 'rent', vat: 'none', share_bp: null })
  anyRow(db, 'financial_receipts', { company_id: own.company_id, added_by: actor.id })
}

/** More conversations of the client and the provider, and more of everything in the existing ones. */
function addConversationRows(db: Database, count: number): void {
  const { client, provider } = world.people
  const { group = '', moderatedGroup = '', askedGroup = '' } = world.ids
  const [clientId, providerId] = [client.actor.id, provider.actor.id]
  const say = (conversation: string, seq: number) =>
    anyRow(db, 'messages', {
      ...{ conversation_id: conversation, seq, rev: seq, kind: 'text', state: 'live', text: `A secret ${count}` },
      ...{ author_id: providerId, client_id: newId(), attachments: '[]', mentions: '[]', pinned_at: world.now },
    })
  const about = {
    type: 'group',
    name: `Bathhouse group ${count}`,
    group_type: 'custom',
    tags: '[]',
    is_active: 1,
    created_by: clientId,
    member_count: 2,
  }
  const conversation = (privacy: string, key: number) =>
    String(anyRow(db, 'conversations', { ...about, privacy, search_key: `\uf000\uf000${String.fromCharCode(key)}` }).id)
  const own = conversation('private', 0xe000 + count)
  conversation('public', 0xe800 + count)
  for (const userId of [clientId, providerId])
    anyRow(db, 'conversation_members', { conversation_id: own, user_id: userId, role: 'admin', last_read_seq: 0 })
  say(own, 1)
  const message = say(group, 100 + count)
  db.$client
    .prepare('UPDATE conversations SET last_seq = ?, last_rev = ? WHERE id = ?')
    .run(100 + count, 100 + count, group)
  anyRow(db, 'message_reactions', { message_id: message.id ?? '', user_id: clientId, emoji: '👍' })
  const member = String(anyRow(db, 'users', { role: 'user', account_type: 'individual', status: 'active' }).id)
  anyRow(db, 'conversation_members', { conversation_id: group, user_id: member, role: 'member', last_read_seq: 0 })
  const pending = { conversation_id: moderatedGroup, author_id: providerId, client_id: newId(), file_ids: '[]' }
  anyRow(db, 'pending_messages', { ...pending, status: 'pending' })
  anyRow(db, 'join_requests', { conversation_id: askedGroup, user_id: member, status: 'pending' })
  anyRow(db, 'drafts', { conversation_id: own, user_id: clientId })
}

const readers: ActorName[] = ['client', 'provider', 'admin']

/** The number of statements of each page, by user, and all statements. */
async function countQueries(snapshot: Buffer): Promise<{ counts: Map<string, number>; statements: Set<string> }> {
  const counts = new Map<string, number>()
  const statements = new Set<string>()
  let now: string[] = []
  // Jobs run beside the requests, and what they do is no page's.
  const db = restoreRecording(snapshot, (sql) => currentRequestId() !== undefined && now.push(sql))
  for (const reader of readers) {
    for (const page of pages) {
      const cookie = world.cookies[reader]
      now = []
      const { status } = await server.ask(page, cookie ? { cookie } : {})
      expect(status, `${page} for ${reader}`).toBeLessThan(429)
      counts.set(`${page} for ${reader}`, now.length)
      for (const sql of now) statements.add(sql)
    }
  }
  db.$client.close()
  expect(statements.size, 'statements of requests').toBeGreaterThan(200)
  return { counts, statements }
}

function worldWithRows(rows: number): Buffer {
  const db = prepareDatabase(new Sqlite(few))
  addRows(db, rows)
  const bytes = db.$client.serialize()
  db.$client.close()
  return bytes
}

it('runs as many queries for fifty rows as for five, and all use an index', async () => {
  const many = worldWithRows(49)
  const [five, fifty] = [await countQueries(worldWithRows(5)), await countQueries(many)]
  const growing = [...fifty.counts]
    .filter(([page, count]) => count > (five.counts.get(page) ?? 0) + 6)
    .map(([page, count]) => `${page}: ${five.counts.get(page)} statements for five rows, ${count} for fifty`)
  expect(growing).toEqual([])
  expect(scans(prepareDatabase(new Sqlite(many)), fifty.statements)).toEqual([])
  expect(scans(withLargeTables(many), fifty.statements)).toEqual([])
}, 180_000)

/** A database that plans queries by the statistics of one with 100 000 rows in each table, and 500 of each key. */
function withLargeTables(bytes: Buffer): Database {
  const db = prepareDatabase(new Sqlite(bytes))
  db.$client.exec('ANALYZE')
  const set = db.$client.prepare('UPDATE sqlite_stat1 SET stat = ? WHERE rowid = ?')
  const found = db.$client.prepare<[], { rowid: number; stat: string }>('SELECT rowid, stat FROM sqlite_stat1').all()
  for (const { rowid, stat } of found)
    set.run(
      stat.replace(/\d+/g, (rows, at) => (at === 0 ? '100000' : rows === '1' ? '1' : '500')),
      rowid,
    )
  // Makes the connection read them.
  db.$client.exec('ANALYZE sqlite_schema')
  return db
}

/** One statement of each kind: SQLite plans by no id and no time that a statement names. */
function kinds(statements: Set<string>): Iterable<string> {
  const kindOf = (sql: string) => sql.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{8,12}|\b\d{13}\b/g, '?')
  return new Map([...statements].map((sql) => [kindOf(sql), sql])).values()
}

/** Statements that scan a whole table. Closes the database. */
function scans(db: Database, statements: Set<string>): string[] {
  const found = new Set<string>()
  for (const sql of kinds(statements)) {
    if (!/^\s*(SELECT|WITH|UPDATE|DELETE)/i.test(sql)) continue
    // A timer of rate-limiter-flexible, whose package wrote the statement; no page waits for it.
    if (/^DELETE FROM rate_limits WHERE expire/.test(sql)) continue
    const plan = db.$client.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all()
    // The last row of a table in the order of its key is read alone: without a filter or a sort, the scan ends at once.
    if (plan.length === 1 && !/\bwhere\b/i.test(sql) && /\border by\b.*\blimit 1(\.0)?$/is.test(sql)) continue
    // Scanning the narrowed result of a subquery is intended.
    const narrowed = new Set(plan.map(({ detail }) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)/.exec(detail)?.[1]))
    for (const { detail } of plan) {
      const table = /^SCAN (?:TABLE )?(\w+)$/.exec(detail)?.[1]
      if (table && !narrowed.has(table))
        found.add(
          `${detail} in ${sql
            .replace(/\s+/g, ' ')
            .replace(/'[^']{20,}'(\/\*[^*]*\*\/)?/g, '?')
            .slice(0, 700)}`,
        )
    }
  }
  db.$client.close()
  return [...found]
}
