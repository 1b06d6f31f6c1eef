import { type Format, formatFor } from './format.ts'
import { detectLanguage } from './i18n.server.ts'
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
