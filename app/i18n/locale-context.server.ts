import { detectLanguage } from './i18n.server.ts'

/** How a user writes numbers and times. */
export type LocaleContext = { locale: string; timeZone: string; decimalMark: ',' | '.' }

/** The context for parsing the text in a form: the language of the page and the user's time zone. */
export async function localeContextOf(
  request: Request,
  actor: { locale: string | null; timeZone: string | null } | null,
): Promise<LocaleContext> {
  const { formats } = await detectLanguage(request, actor?.locale ?? null)
  return { locale: formats, timeZone: actor?.timeZone ?? 'Europe/Helsinki', decimalMark: decimalMarkOf(formats) }
}

const decimalMarks = new Map<string, ',' | '.'>()

function decimalMarkOf(locale: string): ',' | '.' {
  let mark = decimalMarks.get(locale)
  if (!mark) {
    const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
    mark = parts.find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.'
    decimalMarks.set(locale, mark)
  }
  return mark
}
