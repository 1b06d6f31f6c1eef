import type { LocaleContext } from './locale-context.server.ts'

/** What is made of how a reader writes (the schema of a form), made once for all who write alike. */
export function perLocaleContext<Made>(
  make: (localeContext: LocaleContext) => Made,
): (localeContext: LocaleContext) => Made {
  const known = new Map<string, Made>()
  return (localeContext) => {
    const name = `${localeContext.locale} ${localeContext.timeZone} ${localeContext.decimalMark}`
    let made = known.get(name)
    if (!made) {
      made = make(localeContext)
      if (known.size >= 500) known.clear()
      known.set(name, made)
    }
    return made
  }
}
