import fc from 'fast-check'
import { expect, test } from 'vitest'
import { code128Modules } from './code128.ts'

/** Reads bars as a scanner does: widths of 11 modules, from the start to the stop, with the check. */
function scan(modules: string): string {
  const symbol = (at: number) => modules.slice(at * 11, at * 11 + 11)
  const known = new Map(Array.from({ length: 100 }, (_, value) => [symbolOf(value), value]))
  const values = Array.from(
    { length: (modules.length - 13) / 11 - 2 },
    (_, index) => known.get(symbol(index + 1)) ?? -1,
  )
  return values.map((value) => String(value).padStart(2, '0')).join('')
}
const symbolOf = (value: number) => code128Modules(String(value).padStart(2, '0')).slice(11, 22)

test('each pair of digits has bars of its own: three dark ones of an even width together, of 11 modules', () => {
  const all = Array.from({ length: 100 }, (_, value) => symbolOf(value))
  expect(new Set(all).size).toBe(100)
  for (const bars of all) {
    expect(bars).toMatch(/^(1+0+){3}$/)
    expect(bars).toHaveLength(11)
    expect((bars.match(/1/g)?.length ?? 0) % 2).toBe(0)
  }
})

test('the standard’s own parts: start C, the checksum and the stop', () => {
  const modules = code128Modules('42184020500150')
  expect(modules.slice(0, 11)).toBe('11010011100')
  expect(modules.slice(-13)).toBe('1100011101011')
  // 105 + 42·1 + 18·2 + 40·3 + 20·4 + 50·5 + 1·6 + 50·7 = 989 = 62 mod 103
  expect(modules.slice(-24, -13)).toBe(symbolOf(62))
})

test('every even number of digits is read as it was written, and anything else refused', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 40 }), (pairs) => {
      const digits = pairs.map((pair) => String(pair).padStart(2, '0')).join('')
      expect(scan(code128Modules(digits))).toBe(digits)
    }),
  )
  for (const wrong of ['', '1', '123', '12a4', '1 2']) expect(() => code128Modules(wrong)).toThrow(RangeError)
})
