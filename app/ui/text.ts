import { useTranslation } from 'react-i18next'

export type TextParams = Record<string, unknown>

/** What of i18next is needed to look a text up; a component may be tested without it. */
interface Translator {
  exists?: (...args: never[]) => boolean
  t: (...args: never[]) => unknown
}

/**
 * Looks up texts whose keys arrive as data: errors of a form, flash messages, titles of pages.
 * What is not a known key is shown as it came. `validation:tooShort?min=8` carries its parameters with it.
 */
export function useText(): (key: string, params?: TextParams) => string {
  const { t, i18n } = useTranslation('ui')
  return (message, params) => textOf({ exists: i18n.exists, t }, message, params)
}

/** The same where no component is rendered: `i18n` is the reader's, of `i18nFor`. */
export function textOf(i18n: Translator, message: string, params?: TextParams): string {
  const { exists, t } = i18n as {
    exists?: (key: string, options: TextParams) => boolean
    t: (key: string, params: TextParams) => string
  }
  const [key = message, query] = /\s/.test(message) ? [message] : message.split('?', 2)
  // With its parameters: a text that has only plural forms exists for a count, not without one.
  const all = { ...paramsOf(query), ...params }
  return exists?.(key, { ns: 'ui', ...all }) ? t(key, all) : message
}

function paramsOf(query: string | undefined): TextParams {
  const params: TextParams = {}
  for (const [name, value] of new URLSearchParams(query ?? '')) {
    params[name] = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  }
  return params
}
