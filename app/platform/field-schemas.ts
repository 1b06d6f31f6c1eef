import { z } from 'zod'
import { isDateText } from './local-time.ts'

/** Zero-width space, word joiner and byte order mark: they come along with what is pasted, and nobody sees them. */
const invisible = /[\u200b\u2060\ufeff]/g
/** Control characters but for line ends and tabs, and what overrides or isolates the direction of a text (Unicode UAX 9). */
const misleading = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const lineEnds = /[\t\n\r]/g

const cleaned = (typed: string) => typed.normalize('NFC').replace(invisible, '').trim()

/** What every text must not hold: characters that hide or turn around what it says. */
const isPlain = (typed: string) => !misleading.test(typed.replace(lineEnds, ''))

/** A text that has to be there: in Unicode NFC, trimmed, and something in it can be seen. */
export const requiredText = (max: number) =>
  z
    .string({ error: 'validation:required' })
    .overwrite(cleaned)
    .regex(/[^\s\p{C}]/u, 'validation:required')
    .max(max, `validation:tooLong?count=${max}`)
    .refine(isPlain, 'validation:characters')

/** A text that may be left out, undefined then; otherwise as `requiredText`. */
export const optionalText = (max: number) =>
  z
    .string()
    .overwrite(cleaned)
    .max(max, `validation:tooLong?count=${max}`)
    .refine(isPlain, 'validation:characters')
    .optional()

const [firstDay, lastDay] = ['2000-01-01', '2100-12-31']

/** Whether a day (YYYY-MM-DD) is one that a project, contract or invoice can have. */
export const isSensibleDay = (day: string) => firstDay <= day && day <= lastDay

/** A day that has to be there, as YYYY-MM-DD. */
export const requiredDay = z
  .string({ error: 'validation:required' })
  .refine(isDateText, 'validation:date')
  .refine((day) => !isDateText(day) || isSensibleDay(day), 'validation:dateRange')

/** A day that may be left out; null then. */
export const optionalDay = requiredDay.optional().transform((day) => day ?? null)
