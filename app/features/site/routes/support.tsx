import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { HelpArticle } from '#app/features/site/ui/help-article.tsx'
import { env } from '#app/platform/env.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'site:help.title', description: 'site:help.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request)
  return { email: env.SUPPORT_EMAIL }
}

export default function SupportPage() {
  const { email } = useLoaderData<typeof loader>()
  return <HelpArticle email={email} />
}
