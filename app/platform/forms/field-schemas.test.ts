import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  optionalAmount,
  optionalDay,
  optionalName,
  optionalQuantity,
  optionalText,
  requiredAmount,
  requiredDay,
  requiredName,
  requiredText,
} from './field-schemas.ts'

const problem = (schema: z.ZodType, typed: unknown) => schema.safeParse(typed).error?.issues[0]?.message ?? null

describe('texts', () => {
  it('are trimmed, in one Unicode form, and without invisible characters', () => {
    expect(requiredText(10).parse(' Cafe\u0301\u200b\ufeff ')).toBe('Caf\u00e9')
    expect(requiredText(20).parse('👨‍👩‍👧 می‌خواهم')).toBe('👨‍👩‍👧 می‌خواهم')
    expect(requiredText(20).parse('two\r\nlines\tand a tab')).toBe('two\nlines\tand a tab')
    expect(optionalText(10).parse(undefined)).toBeUndefined()
  })

  it.each(['\u202e', '\u202a', '\u2066', '\u2069', '\u0000', '\u0007', '\u009f'])('refuse %j', (character) => {
    expect(problem(requiredText(20), `in${character}voice`)).toBe('validation:characters')
    expect(problem(optionalText(20), `in${character}voice`)).toBe('validation:characters')
  })

  it('must be present and not too long', () => {
    const fillers = ['\u3164', '\u2800\u2800', '\u115f', '\u1160', '\uffa0', '\ufe0f']
    for (const blank of [undefined, '', '  ', '\u200b', '\u00ad', ...fillers]) {
      expect(problem(requiredText(5), blank)).toBe('validation:required')
    }
    expect(problem(requiredText(5), 'sixsix')).toBe('validation:tooLong?count=5')
    expect(optionalText(5).parse('\u3164')).toBe('')
    expect(requiredText(5).parse('⠓⠊')).toBe('⠓⠊')
    expect(problem(optionalText(5), 'sixsix')).toBe('validation:tooLong?count=5')
  })
})

describe('names', () => {
  it('have one spelling, and nothing that nobody sees', () => {
    expect(requiredName(20).parse(' Ｎｏｖａ\u200b \u2060O\u00ady\u200d ')).toBe('Nova Oy')
    expect(requiredName(20).parse('ﬁrma\u{e0041}\nOy')).toBe('firma Oy')
    expect(optionalName(20).parse('Nova\ufeff')).toBe('Nova')
    expect(optionalName(20).parse(undefined)).toBeUndefined()
    expect(problem(requiredName(20), '\u200b\u00ad')).toBe('validation:required')
  })

  it.each(['\u202e', '\u2066', '\u0000', '\u0085x\u0007'])('refuse %j', (character) => {
    expect(problem(requiredName(20), `in${character}voice`)).toBe('validation:characters')
    expect(problem(optionalName(20), `in${character}voice`)).toBe('validation:characters')
  })
})

describe('days', () => {
  it('must be in this century', () => {
    expect(requiredDay.parse('2026-02-28')).toBe('2026-02-28')
    for (const day of ['9999-12-31', '1999-12-31', '0001-01-01', '2101-01-01']) {
      expect(problem(requiredDay, day)).toBe('validation:dateRange')
      expect(problem(optionalDay, day)).toBe('validation:dateRange')
    }
    for (const day of ['', 'x', '2026-02-29']) expect(problem(requiredDay, day)).toBe('validation:date')
    expect(problem(requiredDay, undefined)).toBe('validation:required')
    expect(optionalDay.parse(undefined)).toBeNull()
  })
})

describe('amounts and quantities', () => {
  const reader = { decimalMark: ',' as const }

  it('are read as their reader writes them', () => {
    expect(optionalAmount(reader).parse('1 234,50')).toBe(123_450)
    expect(optionalAmount(reader).parse('0')).toBe(0)
    expect(optionalAmount(reader).parse(undefined)).toBeNull()
    expect(requiredAmount(reader).parse('0,01')).toBe(1)
    expect(requiredAmount(reader).parse('100 000 000 000')).toBe(10_000_000_000_000)
    expect(optionalQuantity(reader).parse('12,5')).toBe(12_500)
    expect(optionalQuantity(reader).parse(' ')).toBeNull()
  })

  it('say what is wrong with them', () => {
    for (const typed of [undefined, '', ' ']) expect(problem(requiredAmount(reader), typed)).toBe('validation:required')
    for (const schema of [optionalAmount(reader), requiredAmount(reader)]) {
      expect(problem(schema, 'x')).toBe('validation:amount')
      expect(problem(schema, '-1')).toBe('validation:negative')
      expect(problem(schema, '9'.repeat(17))).toBe('validation:tooLarge')
      expect(problem(schema, '100 000 000 000,01')).toBe('validation:tooLarge')
      expect(problem(schema, '9'.repeat(400))).toBe('validation:tooLarge')
    }
    expect(problem(requiredAmount(reader), '0,00')).toBe('validation:amountPositive')
    expect(problem(optionalQuantity(reader), '0')).toBe('validation:quantityPositive')
    expect(problem(optionalQuantity(reader), '10 000 000,001')).toBe('validation:tooLarge')
    expect(problem(optionalQuantity(reader), 'x')).toBe('validation:quantity')
  })
})
