import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { groupSettingsSchema } from '#app/features/groups/schemas.server.ts'
import { GroupFields, type GroupValues, useFieldErrors } from '#app/features/groups/ui/group-fields.tsx'
import { groupSettingNames } from '#app/features/groups/ui/group-settings-summary.tsx'
import { updateGroup } from '#app/features/groups/update-group.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { groupPrivacies } from '#db/vocabulary/chat.ts'

export const handle: PageHandle = { title: 'groups:details.settingsTitle', description: 'groups:details.settingsIntro' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'groups.manage')
  const conversation = orNotFound(getConversation(ctx, params.conversationId ?? ''))
  const { id, name, description, tags, privacy, settings, subject, rights } = conversation
  if (!rights.includes('editSettings')) leavePage(`/messages/${id}/details`)
  const values: GroupValues = { name, description, tags: tags.join(', '), privacy, settings }
  return { id, name, values, hasSubject: subject !== null }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatChange, 'messages.read')
  const conversationId = params.conversationId ?? ''
  const { subject } = orNotFound(getConversation(ctx, conversationId))
  return handleForm(request, groupSettingsSchema, ({ name, privacy, description, tags, ...settings }) => {
    const own = subject ? {} : { name, privacy }
    updateGroup(ctx, { conversationId, description, tags, settings, ...own })
    const flash = { tone: 'success' as const, text: { key: 'groups:details.saved' } }
    return redirectWithFlash(request, `/messages/${conversationId}/details`, flash)
  })
}

export default function GroupSettings() {
  const { id, name, values, hasSubject } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation(['groups', 'ui'])
  const errors = lastResult?.error ?? {}
  const fieldErrors = useFieldErrors(errors)
  const details = `/messages/${id}/details`
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('people.messages'), to: '/messages' },
          { label: <span className="line-clamp-1 wrap-anywhere">{name}</span>, to: details },
          { label: t('details.settings') },
        ]}
      />
      <Form method="post" noValidate>
        <FormCard
          actions={
            <>
              <SubmitButton wide>{t('details.save')}</SubmitButton>
              <ButtonLink to={details} variant="ghost" wide>
                {t('ui:cancel')}
              </ButtonLink>
            </>
          }
        >
          <ErrorSummary errors={fieldErrors} />
          <GroupFields
            values={typedValues(lastResult?.initialValue) ?? values}
            errors={errors}
            hasSubject={hasSubject}
          />
        </FormCard>
      </Form>
    </div>
  )
}

/** The values typed in a form that was refused. */
function typedValues(typed: Record<string, unknown> | null | undefined): GroupValues | null {
  if (!typed) return null
  const text = (name: string) => (typeof typed[name] === 'string' ? typed[name] : '')
  const [allowInvites, moderateMessages, allowFileSharing, allowCalls] = groupSettingNames.map(
    (one) => typed[one] === 'on',
  )
  return {
    ...{ name: text('name'), description: text('description'), tags: text('tags') },
    privacy: groupPrivacies.find((privacy) => privacy === typed.privacy) ?? 'private',
    settings: {
      allowInvites: allowInvites ?? false,
      moderateMessages: moderateMessages ?? false,
      allowFileSharing: allowFileSharing ?? false,
      allowCalls: allowCalls ?? false,
    },
  }
}
