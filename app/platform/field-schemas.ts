import { z } from 'zod'
import { isDateText } from './local-time.ts'

/** Zero-width space, word joiner and byte order mark: invisible characters that come along with pasted text. */
const invisible = /[\u200b\u2060\ufeff]/g
/**
 * Control characters other than line ends and tabs, and characters that override or isolate text direction (Unicode UAX
 * 9).
 */
const misleading = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const lineEnds = /[\t\n\r]/g

const cleaned = (typed: string) => typed.normalize('NFC').replace(invisible, '').trim()

/** Rejects characters that hide or reverse part of a text. */
const isPlain = (typed: string) => !misleading.test(typed.replace(lineEnds, ''))

/** Required text: in Unicode NFC, trimmed, and with at least one visible character. */
export const requiredText = (max: number) =>
  z
    .string({ error: 'validation:required' })
    .overwrite(cleaned)
    .regex(/[^\s\p{C}]/u, 'validation:required')
    .max(max, `validation:tooLong?count=${max}`)
    .refine(isPlain, 'validation:characters')

/** Optional text, undefined when empty; otherwise like `requiredText`. */
export const optionalText = (max: number) =>
  z
    .string()
    .overwrite(cleaned)
    .max(max, `validation:tooLong?count=${max}`)
    .refine(isPlain, 'validation:characters')
    .optional()

const [firstDay, lastDay] = ['2000-01-01', '2100-12-31']

/** Whether a day (YYYY-MM-DD) is plausible for a project, contract or invoice. */
export const isSensibleDay = (day: string) => firstDay <= day && day <= lastDay

/** Required day, as YYYY-MM-DD. */
export const requiredDay = z
  .string({ error: 'validation:required' })
  .refine(isDateText, 'validation:date')
  .refine((day) => !isDateText(day) || isSensibleDay(day), 'validation:dateRange')

/** Optional day; null when empty. */
export const optionalDay = requiredDay.optional().transform((day) => day ?? null)
