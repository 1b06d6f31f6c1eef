import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { chooseLanguage } from '#app/features/settings/choose-language.server.ts'
import { returnPath } from '#app/features/settings/return-path.server.ts'
import { languageCookie } from '#app/i18n/i18n.server.ts'
import { knownTag, languageName } from '#app/i18n/languages.ts'
import { mirroredTag } from '#app/i18n/locale.ts'
import { env } from '#app/platform/env.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'

export const loader = () => redirect('/settings')

/** Sets the language, for guests too, and redirects back. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request)
  const back = returnPath(request, form)
  const chosen = form.get('language')
  const mirrored = env.development && chosen === mirroredTag
  const tag = mirrored ? mirroredTag : typeof chosen === 'string' ? knownTag(chosen) : null
  if (!tag) return redirectWithFlash(request, back, { tone: 'danger', text: { key: 'settings:language.unknown' } })
  const ctx = await visitorContext(request)
  if (ctx.actor && !mirrored) chooseLanguage(ctx, { language: tag })
  const text = { key: 'settings:language.changed', params: { language: languageName(tag) } }
  const response = await redirectWithFlash(request, back, { tone: 'success', text })
  response.headers.append('Set-Cookie', await languageCookie.serialize(tag))
  return response
}
