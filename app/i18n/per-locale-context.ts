import type { LocaleContext } from './locale-context.server.ts'

/**
 * Caches what depends on the locale context, such as a form's schema: one value for all users with the same context.
 */
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
