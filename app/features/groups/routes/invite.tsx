import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Search, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { listPeople, reachablePeople } from '#app/features/conversations/people-queries.server.ts'
import { PeoplePicker } from '#app/features/conversations/ui/people-picker.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'groups:details.inviteTitle', description: 'groups:details.inviteIntro' }

const shown = 100

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'groups.manage')
  const { id, name, members, rights } = orNotFound(getConversation(ctx, params.conversationId ?? ''))
  if (!rights.includes('invite')) throw redirect(`/messages/${id}/details`)
  const { searchParams } = new URL(request.url)
  const q = searchParams.get('q')?.slice(0, 100) ?? ''
  const inside = new Set(members.map((member) => member.id))
  const people = listPeople(ctx, { q, limit: shown + inside.size }).filter((person) => !inside.has(person.id))
  const chosen = reachablePeople(ctx, searchParams.getAll('userIds').slice(0, 500)).filter(({ id }) => !inside.has(id))
  return { id, name, q, people: people.slice(0, shown), chosen }
}

export default function Invite() {
  const { id, name, q, people, chosen } = useLoaderData<typeof loader>()
  const { t } = useTranslation(['groups', 'ui'])
  const base = `/messages/${id}`
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('people.messages'), to: '/messages' },
          { label: name, to: `${base}/details` },
          { label: t('details.invite') },
        ]}
      />
      <PostForm action={`${base}/members`}>
        <FormCard
          actions={
            <>
              <SubmitButton icon={UserPlus} wide>
                {t('details.inviteSubmit')}
              </SubmitButton>
              <ButtonLink to={`${base}/details`} variant="ghost" wide>
                {t('ui:cancel')}
              </ButtonLink>
            </>
          }
        >
          {/* The search button submits the same form, so that the chosen people stay chosen without scripts. */}
          <div className="flex flex-wrap items-end gap-2">
            <Field
              key={q}
              name="q"
              type="search"
              label={t('people.search')}
              icon={Search}
              defaultValue={q}
              maxLength={100}
              autoComplete="off"
              className="min-w-48 flex-1 sm:max-w-sm"
            />
            <SubmitButton formMethod="get" formAction={`${base}/invite`} variant="outline">
              {t('people.apply')}
            </SubmitButton>
          </div>
          <PeoplePicker key={q} name="userIds" people={people} chosen={chosen} />
        </FormCard>
      </PostForm>
    </div>
  )
}
