import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { rememberedPath } from '#app/features/accounts/sessions/local-path.ts'
import { writeSidebar } from '#app/features/site/shell/sidebar-cookie.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'

export const loader = () => redirect('/dashboard')

/** Collapses or expands the sidebar, and redirects back. */
export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request)
  const form = await readForm(request)
  const cookie = await writeSidebar(form.get('collapsed') === 'true')
  return redirect(rememberedPath(form.get('returnTo')), { status: 303, headers: { 'Set-Cookie': cookie } })
}
