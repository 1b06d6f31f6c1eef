import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { chooseTheme } from '#app/features/settings/choose-theme.server.ts'
import { returnPath } from '#app/features/settings/return-path.server.ts'
import { themeCookie } from '#app/features/settings/theme.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { isTheme, themeOf } from '#app/ui/themes/themes.ts'

export const loader = () => redirect('/settings')

/** Sets the theme, for guests too, and redirects back. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request)
  const back = returnPath(request, form)
  const theme = form.get('theme')
  if (!isTheme(theme))
    return redirectWithFlash(request, back, { tone: 'danger', text: { key: 'settings:theme.unknown' } })
  const ctx = await visitorContext(request)
  if (ctx.actor) chooseTheme(ctx, { theme })
  const text = { key: 'settings:theme.activated', params: { label: themeOf(theme).label } }
  const response = await redirectWithFlash(request, back, { tone: 'success', text })
  response.headers.append('Set-Cookie', await themeCookie.serialize(theme))
  return response
}
