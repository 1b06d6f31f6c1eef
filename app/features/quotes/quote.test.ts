import { expect, it } from 'vitest'
import { quoteStates } from '#db/vocabulary/quotes.ts'
import { testEveryStep } from '#tests/machine-table.ts'
import { formatQuoteNumber, quoteActions, quoteMachine, quoteState } from './quote.ts'

const all = { states: quoteStates, actions: quoteActions, roles: ['seller', 'client'] } as const
const table = `
  draft     seller edit     draft
  draft     seller send     sent
  sent      seller edit     sent
  sent      seller send     sent
  sent      seller withdraw withdrawn
  sent      seller accept   accepted
  sent      seller decline  declined
  sent      client accept   accepted
  sent      client decline  declined
  expired   seller edit     expired
  expired   seller send     sent
  expired   seller accept   accepted
  declined  seller edit     declined
  declined  seller send     sent
  withdrawn seller edit     withdrawn
  withdrawn seller send     sent
  accepted  seller invoice  accepted`
testEveryStep(quoteMachine, all, table, () => ({ isRead: false }))

it('binds whoever made it once it was read, unless the client agrees', () => {
  for (const action of ['withdraw', 'send'] as const) {
    const ofRead = (isAgreed: boolean) => quoteMachine.next('sent', action, 'seller', { isRead: true, isAgreed })
    expect(ofRead(false)).toEqual({ ok: false, reason: 'quotes:refused.binding' })
    expect(ofRead(true).ok).toBe(true)
  }
  // The page still offers it, and asks.
  expect(quoteMachine.allowed('sent', 'seller', { isRead: true })).toContain('withdraw')
  // What binds nobody any more is replaced freely.
  for (const from of ['expired', 'declined', 'withdrawn'] as const)
    expect(quoteMachine.next(from, 'send', 'seller', { isRead: true }).ok).toBe(true)
})

it('says to a client that is late why it is refused', () => {
  expect(quoteMachine.next('expired', 'accept', 'client', { isRead: true })).toEqual({
    ok: false,
    reason: 'quotes:refused.expired',
  })
})

it('can be accepted until the end of its date', () => {
  const sent = { status: 'sent' as const, validUntil: '2026-06-30' }
  expect([quoteState(sent, '2026-06-30'), quoteState(sent, '2026-07-01')]).toEqual(['sent', 'expired'])
  expect(quoteState({ ...sent, status: 'accepted' }, '2026-07-01')).toBe('accepted')
  expect(formatQuoteNumber(2026, 12)).toBe('Q-2026-0012')
})
