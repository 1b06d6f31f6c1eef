import { readTheme } from '#app/features/settings/theme.server.ts'
import { detectLanguage } from '#app/i18n/i18n.server.ts'
import { anonymousPages } from '#app/platform/anonymous-pages.server.ts'

/** The pages that every visitor without a session sees alike. Not /signup: its form bears a submission id of its own. */
const paths = ['/', '/pricing', '/login', '/forgot-password']

/** Keeps those pages finished in memory. */
export function publicPages() {
  return anonymousPages({
    paths,
    async variantOf({ cookie, acceptLanguage }) {
      const headers = new Headers()
      if (cookie) headers.set('Cookie', cookie)
      if (acceptLanguage) headers.set('Accept-Language', acceptLanguage)
      const request = new Request('http://localhost/', { headers })
      const [{ tag }, theme] = await Promise.all([detectLanguage(request, null), readTheme(request, null)])
      return `${tag} ${theme} ${new Date().getFullYear()}`
    },
  })
}
