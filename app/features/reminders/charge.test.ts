import { expect, it } from 'vitest'
import type { BuyerKind } from '#db/vocabulary/invoicing.ts'
import { chargeOf } from './charge.ts'

const asked = {
  ...{ kind: 'fee' as const, feeCents: 1200, earlier: [], today: '2026-06-30', isLate: true },
  ...{ buyer: 'business' as BuyerKind, isFinnish: true },
}
const fee = (sentOn: string, chargeCents: number) => ({ sentOn, chargeKind: 'fee' as const, chargeCents })
const compensation = { sentOn: '2026-06-16', chargeKind: 'compensation' as const, chargeCents: 4000 }
const none = { chargeKind: null, chargeCents: 0 }

it.each<[string, Partial<Omit<typeof asked, 'kind'>> & { kind?: 'fee' | 'compensation' | null }, object]>([
  ['a fee', {}, { chargeKind: 'fee', chargeCents: 1200 }],
  ['no more than the act allows', { feeCents: 5000 }, { chargeKind: 'fee', chargeCents: 1200 }],
  ['nothing of a consumer', { buyer: 'consumer' }, none],
  ['nothing outside Finland, or in another currency', { isFinnish: false }, none],
  ['a fee of an association', { buyer: 'other' }, { chargeKind: 'fee', chargeCents: 1200 }],
  ['no compensation of an association', { kind: 'compensation', buyer: 'other' }, none],
  ['nothing unless the company claims it', { kind: null }, none],
  ['the compensation', { kind: 'compensation' }, { chargeKind: 'compensation', chargeCents: 4000 }],
  ['no compensation before there is interest', { kind: 'compensation', isLate: false }, none],
])('%s', (_, given, charge) => {
  expect(chargeOf({ ...asked, ...given })).toEqual(charge)
})

it('fees add up, ten days apart and twice at most', () => {
  const of = (...earlier: ReturnType<typeof fee>[]) => chargeOf({ ...asked, feeCents: 500, earlier })
  expect(of(fee('2026-06-21', 500)).chargeCents).toBe(500)
  expect(of(fee('2026-06-20', 500)).chargeCents).toBe(1000)
  expect(of(fee('2026-06-01', 500), fee('2026-06-05', 500)).chargeCents).toBe(1000)
  expect(of(fee('2026-05-20', 500), fee('2026-06-01', 1000)).chargeCents).toBe(1000)
})

it('never claims a fee and the compensation: it takes the place of fees, and stays', () => {
  const earlier = [fee('2026-06-16', 1200)]
  expect(chargeOf({ ...asked, kind: 'compensation', earlier })).toEqual({
    chargeKind: 'compensation',
    chargeCents: 4000,
  })
  expect(chargeOf({ ...asked, earlier: [...earlier, compensation] })).toEqual({
    ...{ chargeKind: 'compensation', chargeCents: 4000 },
  })
  expect(chargeOf({ ...asked, kind: 'compensation', isLate: false, earlier }).chargeCents).toBe(1200)
  // The record says meanwhile that the buyer is an association.
  expect(chargeOf({ ...asked, buyer: 'other', earlier: [...earlier, compensation] }).chargeCents).toBe(1200)
})
