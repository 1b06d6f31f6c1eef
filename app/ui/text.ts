import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { FormatContext, withAmounts } from '#app/i18n/format.ts'
import { defaultLocale } from '#app/i18n/locale.ts'

export type TextParams = Record<string, unknown>

/** The part of i18next that a lookup needs; a component may be tested without it. */
interface Translator {
  /** The formatting locale of amounts. */
  language?: string
  /** The time zone of moments. */
  timeZone?: string
  exists?: (...args: never[]) => boolean
  t: (...args: never[]) => unknown
}

/**
 * Translates keys that arrive as data: form errors, flash messages, page titles. A text that is not a known key is
 * shown unchanged. `validation:tooShort?min=8` carries its parameters; `expectedCents` with `currency` becomes `{{expected}}`,
 * an amount as the reader's language writes it, and `changedAt` becomes `{{changed}}`, a moment in the reader's time zone.
 */
export function useText(): (key: string, params?: TextParams) => string {
  const { t, i18n } = useTranslation('ui')
  const { formats = i18n.language, timeZone } = useContext(FormatContext)
  return (message, params) => textOf({ language: formats, timeZone, exists: i18n.exists, t }, message, params)
}

/** The same outside components; `i18n` is the user's instance, from `i18nFor`. */
export function textOf(i18n: Translator, message: string, params?: TextParams): string {
  const { language, timeZone, exists, t } = i18n as {
    language?: string
    timeZone?: string
    exists?: (key: string, options: TextParams) => boolean
    t: (key: string, params: TextParams) => string
  }
  const [key = message, query] = /\s/.test(message) ? [message] : message.split('?', 2)
  // Parameters come first, because a text with plural forms exists only for a count.
  const all = withAmounts({ ...paramsOf(query), ...params }, language ?? defaultLocale, timeZone)
  return exists?.(key, { ns: 'ui', ...all }) ? t(key, all) : message
}

/** The address of the page that helps with a message, which carries it as its parameter `help`; null without one. */
export function helpOf(message: string, params?: TextParams): string | null {
  const help = params?.help ?? (/\s/.test(message) ? null : paramsOf(message.split('?', 2)[1]).help)
  return typeof help === 'string' && /^\/[a-z-]+$/.test(help) ? help : null
}

function paramsOf(query: string | undefined): TextParams {
  const params: TextParams = {}
  for (const [name, value] of new URLSearchParams(query ?? '')) {
    params[name] = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  }
  return params
}
