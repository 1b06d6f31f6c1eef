import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

const names = new Map<string, Intl.DisplayNames>()

/** Names countries in the language of the page. */
export function useCountryName(): (code: string) => string {
  const { language } = useTranslation().i18n
  return useCallback(
    (code) => {
      let known = names.get(language)
      if (!known) {
        known = new Intl.DisplayNames(language, { type: 'region' })
        names.set(language, known)
      }
      return known.of(code) ?? code
    },
    [language],
  )
}
