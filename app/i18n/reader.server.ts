import { type Format, formatFor } from './format.ts'
import { detectLanguage } from './i18n.server.ts'
import { formatsFor } from './languages.ts'
import type { Locale } from './locale.ts'

/** Whoever a file is written for: the language of its texts, and how amounts and times are written. */
export type Reader = { locale: Locale; format: Format }

/** Who asks, as the pages would show it to them. */
export async function readerOf(
  request: Request,
  actor: { locale: string | null; timeZone: string | null },
): Promise<Reader> {
  const { locale, formats } = await detectLanguage(request, actor.locale)
  return { locale, format: formatFor(formats, actor.timeZone ?? 'Europe/Helsinki') }
}

/**
 * Whoever reads a document of which all readers of a language get the same file, wherever they are and whichever English their browser
 * asks for: written as the language writes by itself, with times of Helsinki.
 */
export async function sharedReaderOf(request: Request, actor: { locale: string | null }): Promise<Reader> {
  const { locale } = await detectLanguage(request, actor.locale)
  return { locale, format: formatFor(formatsFor(locale, null), 'Europe/Helsinki') }
}
