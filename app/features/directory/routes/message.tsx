import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { MessageSquare, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { reachableAt } from '#app/features/conversations/people-queries.server.ts'
import { PeopleList } from '#app/features/conversations/ui/people-list.tsx'
import { findCompany } from '#app/features/directory/queries.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  titleOf: (data) => `directory:message.title?company=${encodeURIComponent((data as { company: string }).company)}`,
  description: 'directory:message.description',
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.update')
  const { companyId = '' } = params
  const { name, inDirectory } = orNotFound(companyId === ctx.company?.id ? null : findCompany(ctx, companyId))
  return {
    ...{ companyId, company: name, people: reachableAt(ctx, companyId) },
    mayInvite: inDirectory && can(ctx, 'projects.invite'),
  }
}

/** The way from a company's public page to a conversation: with whom, of those whom the reader can write to (MSG-14). */
export default function WriteToCompany() {
  const { companyId, people, mayInvite } = useLoaderData<typeof loader>()
  const { t } = useTranslation('directory')
  if (people.length > 0)
    return (
      <div className="max-w-reading">
        <PeopleList people={people} />
      </div>
    )
  return (
    <EmptyState
      icon={MessageSquare}
      title={t('message.none')}
      action={
        mayInvite && (
          <ButtonLink to={`/companies/${companyId}/invite`} icon={UserPlus}>
            {t('invite.button')}
          </ButtonLink>
        )
      }
    >
      {t('message.noneText')}
    </EmptyState>
  )
}
