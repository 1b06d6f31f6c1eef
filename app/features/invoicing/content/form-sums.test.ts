import { describe, expect, it } from 'vitest'
import { netOfTypedLine, totalsOfForm } from './form-sums.ts'

const line = { quantity: '1,5', unitPrice: '1 234,50', vatRate: '2550' }

describe('the sums of a form that is being filled in', () => {
  it.each([
    ['a quantity and a price', {}, 185_175],
    ['less its discount', { discount: '10 %' }, 166_657],
    ['with its charge', { charge: '20' }, 187_175],
    ['not without a quantity', { quantity: '' }, null],
    ['not with a price that is none', { unitPrice: 'ten' }, null],
    ['not without a rate', { vatRate: '' }, null],
    ['not beyond what can be counted', { quantity: '999999999', unitPrice: '999999999999' }, null],
  ])('have of a line: %s', (_, change, net) => {
    expect(netOfTypedLine({ ...line, ...change }, ',')).toBe(net)
  })

  it('are those of the invoice, of the lines that are complete', () => {
    const lines = [line, { quantity: '2' }, undefined, { quantity: '1', unitPrice: '10', vatRate: '1350' }]
    expect(totalsOfForm({ lines }, ',')).toMatchObject({
      netCents: 186_175,
      vatCents: 47_220 + 135,
      grossCents: 233_530,
    })
    const adjustments = [{ reason: '95', amount: '10 %', vat: '' }, { reason: 'none', amount: '5' }, { reason: '95' }]
    expect(totalsOfForm({ lines: [line], adjustments }, ',')).toMatchObject({
      linesCents: 185_175,
      allowanceCents: 18_518,
      netCents: 166_657,
    })
  })

  it('are none while there is nothing to count', () => {
    expect([totalsOfForm({}, '.'), totalsOfForm({ lines: [{ quantity: '1' }] }, '.')]).toEqual([null, null])
    expect(totalsOfForm({ lines: [{ ...line, quantity: '999999999999', unitPrice: '999999999' }] }, ',')).toBeNull()
  })
})
