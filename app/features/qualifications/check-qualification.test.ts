import { describe, expect, it } from 'vitest'
import type { BidQualification, NamedCertificate } from '#db/vocabulary/qualifications.ts'
import {
  type AskedOfBidders,
  checkQualification,
  isCompletable,
  isInOrder,
  type QualificationItem,
  type QualificationState,
  qualificationState,
} from './check-qualification.ts'

const requirement = 'Speaks Finnish on site.'
const [day, now] = ['2026-11-23', Date.UTC(2026, 10, 23, 12)]
const nothing: BidQualification = { answers: [], certificates: [] }

const answer = (meets: boolean): BidQualification => ({
  ...nothing,
  answers: [{ requirement, meets, words: null, certificate: null }],
})

const insurance: NamedCertificate = {
  ...{ id: 'c', kind: 'liability_insurance', label: null, issuer: 'Fennia', number: null },
  ...{ issuedOn: '2026-01-01', validUntil: '2026-12-31', sumCents: 100_000_000, currency: 'EUR' },
  ...{ fileId: 'f', fileName: 'policy.pdf', sha256: 'ab' },
}
const extract: NamedCertificate = {
  ...{ ...insurance, kind: 'trade_register', issuedOn: '2026-09-01', validUntil: null, sumCents: null, currency: null },
}
const shown = (certificate: NamedCertificate, label: string | null = null): BidQualification => ({
  ...nothing,
  certificates: [{ demanded: { kind: certificate.kind, label }, certificate }],
})
const demand = (kind: NamedCertificate['kind'], minSumCents: number | null = null, label: string | null = null) => ({
  ...{ requirements: [], currency: 'EUR', certificates: [{ kind, label, minSumCents }] },
})
const million = demand('liability_insurance', 100_000_000)
const register = demand('trade_register')
const quality = demand('other', null, 'ISO 9001')
const asksOne: AskedOfBidders = { requirements: [requirement], certificates: [], currency: 'EUR' }

type Row = [AskedOfBidders, BidQualification[], QualificationItem['state'], inOrder: boolean, completable: boolean]

describe('on a day', () => {
  it.each<Row>([
    [asksOne, [nothing], 'missing', false, true],
    [asksOne, [answer(true)], 'met', true, false],
    [asksOne, [answer(false)], 'notMet', false, false],
    [asksOne, [nothing, answer(true)], 'met', true, false],
    [million, [nothing], 'missing', false, true],
    [million, [shown(insurance)], 'valid', true, false],
    [million, [shown({ ...insurance, sumCents: 99_999_999 })], 'sumTooLow', false, true],
    [million, [shown({ ...insurance, currency: 'USD' })], 'sumTooLow', false, true],
    [million, [shown({ ...insurance, validUntil: '2026-12-01' })], 'ending', true, false],
    [million, [shown({ ...insurance, validUntil: '2026-11-23' })], 'ending', true, false],
    [million, [shown({ ...insurance, validUntil: '2026-11-22' })], 'expired', false, true],
    [million, [shown({ ...insurance, issuedOn: '2026-11-24' })], 'notYet', false, true],
    [million, [shown(extract)], 'missing', false, true],
    [register, [shown(extract)], 'valid', true, false],
    [register, [shown({ ...extract, issuedOn: '2026-08-23' })], 'valid', true, false],
    [register, [shown({ ...extract, issuedOn: '2026-08-22' })], 'tooOld', false, true],
    [register, [shown({ ...extract, issuedOn: '2026-01-01' }), shown(extract)], 'valid', true, false],
    [quality, [shown({ ...insurance, kind: 'other' }, 'ISO 14001')], 'missing', false, true],
    [quality, [shown({ ...insurance, kind: 'other' }, 'ISO 9001')], 'valid', true, false],
  ])('%o with %o: %s', (asked, said, state, inOrder, completable) => {
    const [item] = checkQualification(asked, said, day)
    expect(item && [item.state, isInOrder(item), isCompletable(item)]).toEqual([state, inOrder, completable])
  })
})

describe('in one word', () => {
  const both = { ...million, requirements: [requirement] }
  const yes = { ...shown(insurance), answers: answer(true).answers }
  it.each<[BidQualification | null, number | null, QualificationState]>([
    [null, null, 'none'],
    [nothing, null, 'missing'],
    [nothing, now + 1, 'asked'],
    [nothing, now, 'missing'],
    [answer(true), now + 1, 'asked'],
    [{ ...shown(insurance), answers: answer(false).answers }, now + 1, 'notMet'],
    [yes, null, 'complete'],
    [yes, now + 1, 'complete'],
  ])('%o, to be completed until %s: %s', (said, until, state) => {
    const items = said === null ? [] : checkQualification(both, [said], day)
    expect(qualificationState(items, until, now)).toBe(state)
  })
})
