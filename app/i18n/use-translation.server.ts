import type { i18n, TFunction } from 'i18next'
import { useContext } from 'react'
import { I18nContext } from 'react-i18next'

type Found = { t: TFunction; i18n: i18n }
type Namespaces = Parameters<i18n['getFixedT']>[1]

const found = new WeakMap<i18n, Map<string, Found>>()

/**
 * What `useTranslation` of react-i18next gives, found once for each language and namespace. The server's texts never change, so
 * nothing subscribes to them; react-i18next's own hook takes a tenth of a long page's time. `serverTextsPlugin` puts it in place.
 */
export function useTranslation(namespaces?: Namespaces): Found {
  const { i18n } = useContext(I18nContext)
  let ofLanguage = found.get(i18n)
  if (!ofLanguage) {
    ofLanguage = new Map()
    found.set(i18n, ofLanguage)
  }
  const name = String(namespaces ?? '')
  let known = ofLanguage.get(name)
  if (!known) {
    const [namespace = null] = typeof namespaces === 'string' ? [namespaces] : (namespaces ?? [])
    known = { t: i18n.getFixedT(i18n.language, namespace), i18n }
    ofLanguage.set(name, known)
  }
  return known
}
