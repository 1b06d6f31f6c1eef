import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { RemixI18Next } from 'remix-i18next/server'
import { env } from '#app/platform/env.server.ts'
import { hostCookie } from '#app/platform/requests/host-cookie.server.ts'
import { delegateOf, i18nOptions } from './configuration.ts'
import { acceptedTags, formatsFor, knownTag, localeFor } from './languages.ts'
import { defaultLocale, directionOf, type Locale, locales, mirroredTag } from './locale.ts'
import { rememberTexts } from './remembered-texts.server.ts'
import { byNamespace, type Texts } from './texts.ts'

const bundles = import.meta.glob<Texts>('./bundles/*.ts', { eager: true, import: 'texts' })

const instances = new Map<Locale, i18n>(
  locales.map((locale) => {
    const instance = createInstance()
    const resources = Object.fromEntries(
      [...new Set([locale, defaultLocale])].map((each) => [each, byNamespace(bundles[`./bundles/${each}.ts`] ?? {})]),
    )
    void instance.use(initReactI18next).init({ ...i18nOptions, lng: locale, resources, initAsync: false })
    return [locale, delegateOf(rememberTexts(instance))]
  }),
)

/** The i18next instance of one language; it serves all requests. */
export function i18nFor(locale: Locale): i18n {
  const instance = instances.get(locale)
  if (!instance) throw new Error(`no texts for ${locale}`)
  return instance
}

/** The user's chosen language, stored for a year. */
export const languageCookie = hostCookie('language', {
  maxAge: 31_536_000,
})

/**
 * A request's language: from the cookie, then the signed-in user's setting, then Accept-Language, then English (GEN-3).
 * Returns the chosen tag, the locale that displays it, its formatting locale and its direction.
 */
export async function detectLanguage(
  request: Request,
  userSetting: string | null,
): Promise<{ tag: string; locale: Locale; formats: string; direction: 'ltr' | 'rtl' }> {
  const preferred = request.headers.get('Accept-Language')
  if (env.development && (await languageCookie.parse(request.headers.get('Cookie'))) === mirroredTag) {
    const formats = formatsFor(defaultLocale, preferred)
    return { tag: mirroredTag, locale: defaultLocale, formats, direction: directionOf(mirroredTag) }
  }
  const detector = new RemixI18Next({
    detection: {
      supportedLanguages: [...acceptedTags],
      fallbackLanguage: defaultLocale,
      order: ['custom', 'header'],
      findLocale: async (from) => {
        const chosen: unknown = await languageCookie.parse(from.headers.get('Cookie'))
        return (typeof chosen === 'string' ? knownTag(chosen) : null) ?? (userSetting ? knownTag(userSetting) : null)
      },
    },
  })
  const tag = knownTag(await detector.getLocale(request)) ?? defaultLocale
  const locale = localeFor(tag)
  return { tag, locale, formats: formatsFor(locale, preferred), direction: directionOf(locale) }
}
