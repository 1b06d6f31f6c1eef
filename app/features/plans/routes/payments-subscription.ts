import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireCompany } from '#app/features/accounts/guards.server.ts'

/** The other address of `/billing` (spec/platform.md, section 3). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireCompany(request, 'billing.read')
  return redirect('/billing', 301)
}
