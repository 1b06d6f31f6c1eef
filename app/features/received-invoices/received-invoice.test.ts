import { describe, expect, it } from 'vitest'
import { receivedInvoiceStatuses } from '#db/vocabulary/received-invoices.ts'
import { testEveryStep } from '#tests/machine-table.ts'
import { partsOf } from './parts.ts'
import { openOf, receivedActions, receivedMachine } from './received-invoice.ts'
import { comparableId, isBuyer, numberKeyOf, supplierKeyOf } from './supplier-key.ts'

describe('a received invoice', () => {
  const all = { states: receivedInvoiceStatuses, actions: receivedActions, roles: ['holder', 'other'] } as const
  const table = `
    received holder check   checked
    received other  check   checked
    received holder refuse  refused
    received other  refuse  refused
    checked  holder check   checked
    checked  other  check   checked
    checked  holder approve approved
    checked  holder refuse  refused
    checked  other  refuse  refused
    approved holder reopen  checked
    approved holder refuse  refused
    approved other  refuse  refused
    approved holder pay     approved
    approved other  pay     approved`
  testEveryStep(receivedMachine, all, table, () => ({ isPaidOn: false, isSettled: false }))

  it('neither reopens nor is refused once something is paid, and is paid at once where nothing is open', () => {
    const paid = { isPaidOn: true, isSettled: false }
    expect(receivedMachine.allowed('approved', 'holder', paid)).toEqual(['pay'])
    const settled = { isPaidOn: false, isSettled: true }
    expect(receivedMachine.next('checked', 'approve', 'holder', settled)).toEqual({ ok: true, to: 'paid' })
    const unconfirmed = { isPaidOn: false, isSettled: false, isAccountUnconfirmed: true }
    expect(receivedMachine.next('checked', 'approve', 'holder', unconfirmed)).toMatchObject({ ok: false })
    expect(receivedMachine.allowed('checked', 'holder', unconfirmed)).toContain('approve')
  })
})

it('what is open of a credit note is owed by the supplier', () => {
  const of = { payableCents: 1000, paidCents: 300 }
  expect(openOf({ ...of, kind: 'invoice', status: 'approved' })).toBe(700)
  expect(openOf({ ...of, kind: 'credit_note', status: 'received' })).toBe(-700)
  expect(openOf({ ...of, kind: 'invoice', status: 'refused' })).toBe(0)
})

it('parts add up to the net, one of them with the rest', () => {
  const part = (netCents: number | null) => ({
    category: 'materials' as const,
    ownCategoryId: null,
    projectId: null,
    netCents,
  })
  const nets = (...asked: (number | null)[]) => {
    const answer = partsOf(1000, asked.map(part))
    return 'parts' in answer ? answer.parts.map(({ netCents }) => netCents) : answer.refused
  }
  expect(nets(null)).toEqual([1000])
  expect(nets(400, null)).toEqual([400, 600])
  expect(nets(400, 600)).toEqual([400, 600])
  expect(nets()).toBe('noParts')
  expect(nets(null, null)).toBe('twoOpenParts')
  for (const wrong of [[400], [400, 601], [1000, null], [1200, null], [1000, 0]])
    expect(nets(...wrong)).toBe('partsDoNotAddUp')
})

it('knows a supplier by any of its ids, and the buyer by any that both state', () => {
  const finnish = { name: 'Rauta Oy', country: 'FI', businessId: '2345678-0', vatNumber: null }
  expect(supplierKeyOf(finnish)).toBe('FI23456780')
  expect(supplierKeyOf({ ...finnish, businessId: null, vatNumber: 'FI 2345 6780' })).toBe('FI23456780')
  expect(supplierKeyOf({ ...finnish, businessId: '003723456780' })).toBe('FI23456780')
  expect(supplierKeyOf({ name: 'Bau  GmbH', country: 'DE', businessId: 'HRB 12', vatNumber: null })).toBe('DE:HRB12')
  expect(supplierKeyOf({ name: 'Bau  GmbH ', country: 'DE', businessId: null, vatNumber: null })).toBe('DE:bau gmbh')
  expect(comparableId('de 123-456', 'DE')).toBe('DE123456')
  expect(numberKeyOf(' ab 12/3')).toBe('AB12/3')
  const own = { businessId: '2345678-0', vatNumber: null, country: 'FI' }
  expect(isBuyer({ ids: ['FI23456780'], country: 'FI' }, own)).toBe('yes')
  expect(isBuyer({ ids: ['1234567-1', '003723456780'], country: 'FI' }, own)).toBe('yes')
  expect(isBuyer({ ids: ['1234567-1'], country: 'FI' }, own)).toBe('no')
  expect(isBuyer({ ids: [], country: 'FI' }, own)).toBe('unknown')
  expect(isBuyer({ ids: ['1234567-1'], country: 'FI' }, { ...own, businessId: null })).toBe('unknown')
})
