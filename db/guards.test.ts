// Rules that the database itself enforces, whatever the code above it does.
import { beforeEach, describe, expect, it } from 'vitest'
import { anyRow, changeRow, type Row } from '#tests/factories/any-row.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { type Database, transact } from './client.server.ts'
import { newId } from './ids.ts'

let db: Database
beforeEach(() => {
  db = testDatabase()
})

const run = (sql: string, ...values: Array<string | number | null>) => db.$client.prepare(sql).run(...values)

function account(kind: string, currency = 'EUR'): string {
  return String(anyRow(db, 'ledger_accounts', { kind, owner_id: newId(), currency }).id)
}

/** Writes the entries first and then their posting, as the ledger does. */
function post(entries: Array<[account: string, cents: number]>, currency = 'EUR'): string {
  const id = newId()
  transact(db, () => {
    for (const [accountId, cents] of entries)
      run('INSERT INTO ledger_entries VALUES (?, ?, ?, ?)', newId(), id, accountId, cents)
    run(
      "INSERT INTO ledger_postings (id, kind, idempotency_key, currency, at) VALUES (?, 'deposit', ?, ?, 1)",
      id,
      newId(),
      currency,
    )
  })
  return id
}

const balance = (id: string) =>
  db.$client.prepare('SELECT balance_cents FROM ledger_balances WHERE account_id = ?').pluck().get(id)
const entries = () => db.$client.prepare('SELECT count(*) FROM ledger_entries').pluck().get()

describe('the ledger', () => {
  it('accepts postings that sum to zero, and updates the balances', () => {
    const [bank, held] = [account('bank'), account('escrow_held')]
    post([
      [bank, 500],
      [held, -500],
    ])
    post([
      [bank, -200],
      [held, 200],
    ])
    expect([balance(bank), balance(held)]).toEqual([300, -300])
  })

  it.each([
    ['does not sum to zero', [500, -499]],
    ['is one entry', [0.5 + 0.5]],
    ['moves nothing', [0, 0]],
    ['is empty', []],
  ])('refuses a posting that %s, and keeps nothing of it', (_name, cents) => {
    const accounts = cents.map(() => account('bank'))
    expect(() => post(cents.map((each, index) => [String(accounts[index]), each]))).toThrow('ledger')
    expect(entries()).toBe(0)
    expect(db.$client.prepare('SELECT count(*) FROM ledger_balances').pluck().get()).toBe(0)
  })

  it('refuses to mix currencies', () => {
    expect(() =>
      post([
        [account('bank', 'EUR'), 500],
        [account('escrow_held', 'USD'), -500],
      ]),
    ).toThrow('in one currency')
    expect(() =>
      post(
        [
          [account('bank', 'USD'), 500],
          [account('escrow_held', 'USD'), -500],
        ],
        'EUR',
      ),
    ).toThrow('in one currency')
  })

  it('refuses entries without a posting', () => {
    const [bank, held] = [account('bank'), account('escrow_held')]
    expect(() =>
      transact(db, () => {
        const posting = newId()
        run('INSERT INTO ledger_entries VALUES (?, ?, ?, 5)', newId(), posting, bank)
        run('INSERT INTO ledger_entries VALUES (?, ?, ?, -5)', newId(), posting, held)
      }),
    ).toThrow('FOREIGN KEY')
    expect(entries()).toBe(0)
  })

  it('refuses a later entry in a closed posting', () => {
    const [bank, held] = [account('bank'), account('escrow_held')]
    const posting = post([
      [bank, 500],
      [held, -500],
    ])
    expect(() => run('INSERT INTO ledger_entries VALUES (?, ?, ?, 5)', newId(), posting, bank)).toThrow('closed')
  })

  it.each(['escrow_held', 'retention_held', 'client_funds', 'provider_payable'])(
    'gives out no more of %s than is there',
    (kind) => {
      const [bank, held] = [account('bank'), account(kind)]
      expect(() =>
        post([
          [bank, -1],
          [held, 1],
        ]),
      ).toThrow('more than is held')
      post([
        [bank, 500],
        [held, -500],
      ])
      expect(() =>
        post([
          [bank, -501],
          [held, 501],
        ]),
      ).toThrow('more than is held')
      post([
        [bank, -500],
        [held, 500],
      ])
      expect(balance(held)).toBe(0)
    },
  )

  it('refuses to change an account’s kind or to delete an account or balance', () => {
    const [bank, held] = [account('bank'), account('escrow_held')]
    post([
      [bank, 500],
      [held, -500],
    ])
    expect(() => run("UPDATE ledger_accounts SET kind = 'bank' WHERE id = ?", held)).toThrow('immutable')
    expect(() => run('DELETE FROM ledger_accounts WHERE id = ?', held)).toThrow('immutable')
    expect(() => run('DELETE FROM ledger_balances WHERE account_id = ?', held)).toThrow('kept by its entries')
    expect(() => run('UPDATE ledger_balances SET account_id = ? WHERE account_id = ?', newId(), held)).toThrow()
    expect(balance(held)).toBe(-500)
  })

  it('posts an outcome once', () => {
    const insert = () =>
      run(
        "INSERT INTO ledger_postings (id, kind, idempotency_key, currency, at) VALUES (?, 'release', 'release:1', 'EUR', 1)",
        newId(),
      )
    expect(insert).toThrow('ledger')
    const first = post([
      [account('bank'), 1],
      [account('escrow_held'), -1],
    ])
    const key = String(
      db.$client.prepare('SELECT idempotency_key FROM ledger_postings WHERE id = ?').pluck().get(first),
    )
    const [bank, held] = [account('bank'), account('escrow_held')]
    expect(() =>
      transact(db, () => {
        const posting = newId()
        run('INSERT INTO ledger_entries VALUES (?, ?, ?, 5)', newId(), posting, bank)
        run('INSERT INTO ledger_entries VALUES (?, ?, ?, -5)', newId(), posting, held)
        run(
          "INSERT INTO ledger_postings (id, kind, idempotency_key, currency, at) VALUES (?, 'release', ?, 'EUR', 1)",
          posting,
          key,
        )
      }),
    ).toThrow('UNIQUE')
  })
})

/** Evidence rows, which are written once. The third value is a column that a forger would change. */
const evidence: Array<[table: string, make: () => Row, column: string]> = [
  ['audit_log', () => anyRow(db, 'audit_log'), 'detail'],
  ['bid_seals', () => anyRow(db, 'bid_seals'), 'digest'],
  ['bid_plugs', () => anyRow(db, 'bid_plugs'), 'reason'],
  ['contract_signatures', () => anyRow(db, 'contract_signatures'), 'typed_name'],
  ['former_names', () => anyRow(db, 'former_names'), 'name'],
  ['bank_transfers', () => anyRow(db, 'bank_transfers'), 'reference'],
  ['invoice_payments', () => anyRow(db, 'invoice_payments'), 'paid_on'],
  ['ledger_entries', () => entryRow(), 'account_id'],
  ['ledger_postings', () => postingRow(), 'kind'],
]

function postingRow(): Row {
  const id = post([
    [account('bank'), 500],
    [account('escrow_held'), -500],
  ])
  return db.$client.prepare('SELECT * FROM ledger_postings WHERE id = ?').get(id) as Row
}

function entryRow(): Row {
  const { id } = postingRow()
  return db.$client.prepare('SELECT * FROM ledger_entries WHERE posting_id = ?').get(id) as Row
}

describe.each(evidence)('%s', (table, make, column) => {
  const key = table === 'audit_log' ? 'seq' : 'id'

  it('cannot be changed', () => {
    const row = make()
    expect(() => run(`UPDATE ${table} SET ${column} = 'forged' WHERE ${key} = ?`, row[key] ?? null)).toThrow(
      'immutable',
    )
  })

  it('cannot be deleted', () => {
    const row = make()
    expect(() => run(`DELETE FROM ${table} WHERE ${key} = ?`, row[key] ?? null)).toThrow('immutable')
  })

  it('cannot be overwritten', () => {
    const row = { ...make(), [column]: 'forged' }
    const names = Object.keys(row)
    const replace = `INSERT OR REPLACE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    expect(() => run(replace, ...names.map((name) => row[name] ?? null))).toThrow(/immutable|closed|ledger/)
    expect(db.$client.prepare(`SELECT ${column} FROM ${table} WHERE ${key} = ?`).pluck().get(row[key])).not.toBe(
      'forged',
    )
  })
})

describe('a sent contract', () => {
  const sent = () =>
    anyRow(db, 'contracts', { status: 'sent', document_hash: newId(), document_text: 'the text', sent_at: 1 }).id
  const frozen = [
    'document_text',
    'document_hash',
    'terms',
    'title',
    'number',
    'project_id',
    'bid_id',
    'client_company_id',
    'provider_company_id',
    'payment_method',
    'currency',
    'net_cents',
    'vat_cents',
    'gross_cents',
    'retention_bp',
    'platform_fee_bp',
    'sent_at',
  ]

  it.each(frozen)('keeps its %s', (column) => {
    const id = sent()
    expect(() => changeRow(db, 'contracts', id, column)).toThrow('frozen')
  })

  it('may change its status, but is never deleted', () => {
    const id = sent()
    for (const column of ['status', 'activated_at', 'closed_at', 'updated_at']) changeRow(db, 'contracts', id, column)
    expect(() => run('DELETE FROM contracts WHERE id = ?', String(id))).toThrow('permanent')
  })

  it('was free to change as a draft', () => {
    const draft = anyRow(db, 'contracts', { status: 'draft' }).id
    for (const column of ['terms', 'title', 'gross_cents']) changeRow(db, 'contracts', draft, column)
    run('DELETE FROM contracts WHERE id = ?', String(draft))
  })
})

describe('an issued invoice', () => {
  const issued = () =>
    anyRow(db, 'invoices', {
      status: 'issued',
      number: '2026-1',
      year: 2026,
      sequence: 1,
      hash: newId(),
      seller: '{}',
      issue_date: '2026-06-01',
      due_date: '2026-06-15',
      gross_cents: 12_550,
      issued_at: 1,
    }).id
  const frozen = [
    'number',
    'year',
    'sequence',
    'hash',
    'company_id',
    'buyer_company_id',
    'kind',
    'reference',
    'contract_id',
    'milestone_id',
    'credited_invoice_id',
    'buyer',
    'seller',
    'issue_date',
    'delivery_date',
    'payment_term_days',
    'due_date',
    'currency',
    'net_cents',
    'vat_cents',
    'gross_cents',
    'note',
    'issued_at',
    'is_advance',
    'buyer_reference',
    'order_reference',
    'contract_reference',
    'project_reference',
    'delivery_site',
    'period_start',
    'period_end',
    'late_interest_bp',
    'complaint_days',
  ]

  it.each(frozen)('keeps its %s', (column) => {
    const id = issued()
    expect(() => changeRow(db, 'invoices', id, column)).toThrow('immutable')
  })

  it('keeps its lines, each and all of them', () => {
    const draft = anyRow(db, 'invoices', { status: 'draft' }).id ?? null
    const line = anyRow(db, 'invoice_lines', { invoice_id: draft }).id
    changeRow(db, 'invoice_lines', line, 'description')
    run("UPDATE invoices SET number = '2026-2', status = 'issued' WHERE id = ?", draft)
    expect(() => changeRow(db, 'invoice_lines', line, 'description')).toThrow('immutable')
    expect(() => run('DELETE FROM invoice_lines WHERE id = ?', line ?? null)).toThrow('immutable')
    expect(() => anyRow(db, 'invoice_lines', { invoice_id: draft })).toThrow('immutable')
    const other = anyRow(db, 'invoice_lines').id ?? null
    expect(() => run('UPDATE invoice_lines SET invoice_id = ? WHERE id = ?', draft, other)).toThrow('immutable')
  })

  it('keeps its discounts and charges', () => {
    const draft = anyRow(db, 'invoices', { status: 'draft', kind: 'invoice' }).id ?? null
    const discount = { invoice_id: draft, position: 1, amount_cents: 1, vat_category: 'S', vat_rate_bp: 2550 }
    expect(() => anyRow(db, 'invoice_adjustments', { ...discount, amount_cents: 0 })).toThrow('above zero')
    expect(() => anyRow(db, 'invoice_adjustments', { ...discount, line_position: 1 })).toThrow('above zero')
    const id = anyRow(db, 'invoice_adjustments', discount).id
    expect(() => changeRow(db, 'invoice_adjustments', id, 'reason')).toThrow('immutable')
    run("UPDATE invoices SET number = '2026-3', status = 'issued' WHERE id = ?", draft)
    expect(() => run('DELETE FROM invoice_adjustments WHERE id = ?', id ?? null)).toThrow('immutable')
    expect(() => anyRow(db, 'invoice_adjustments', { ...discount, position: 2 })).toThrow('immutable')
  })

  it('is paid and shared, and never deleted', () => {
    const id = issued()
    for (const column of ['status', 'paid_cents', 'share_id', 'sent_at', 'paid_at', 'updated_at'])
      changeRow(db, 'invoices', id, column)
    expect(() => run('DELETE FROM invoices WHERE id = ?', String(id))).toThrow('permanent')
  })

  it('has a unique number', () => {
    const { company_id } = anyRow(db, 'invoices', {
      id: String(issued()).replace(/./, 'z'),
      number: 'x',
      year: 2026,
      sequence: 1,
    })
    expect(() =>
      anyRow(db, 'invoices', { company_id: company_id ?? null, number: 'y', year: 2026, sequence: 1 }),
    ).toThrow('UNIQUE')
  })
})
