import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { NotebookPen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { maxNoteLength } from '#app/features/messages/limits.ts'
import { messageUrl } from '#app/features/messages/thread-page.server.ts'
import { addMilestoneNote } from '#app/features/messages/work/add-milestone-note.server.ts'
import { messageOfContract } from '#app/features/messages/work/message-of-contract.server.ts'
import { listMilestones } from '#app/features/messages/work/work-queries.server.ts'
import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'
import { requiredText } from '#app/platform/forms/field-schemas.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'messagework:note.title', description: 'messagework:note.intro' }

const schema = z.object({
  milestoneId: z.uuid({ error: 'validation:choice' }),
  text: requiredText(maxNoteLength),
})

async function open(request: Request, { conversationId = '', messageId = '' }: Record<string, string | undefined>) {
  await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const ctx = await requireCompany(request, 'contracts.change')
  const conversation = orNotFound(getConversation(ctx, conversationId))
  const { id: contractId } = orNotFound(conversation.contract)
  const message = orNotFound(messageOfContract(ctx, contractId, messageId))
  orNotFound(message.conversationId === conversationId ? message : null)
  return { ctx, conversation, contractId, message }
}

/** The form to note on a milestone what a message says. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ctx, conversation, contractId, message } = await open(request, params)
  const { t } = i18nFor((await detectLanguage(request, ctx.actor.locale)).locale)
  return {
    conversation: { id: conversation.id, name: conversation.name },
    back: messageUrl(ctx, message),
    text: t('messagework:quote', { name: message.authorName, text: message.text.slice(0, maxNoteLength - 300) }),
    milestones: listMilestones(ctx, contractId),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { ctx, contractId, message } = await open(request, params)
  return handleForm(request, schema, (input) => {
    const place = addMilestoneNote(ctx, { ...input, contractId, messageId: message.id })
    return redirectWithFlash(request, messageUrl(ctx, place), {
      tone: 'success',
      text: { key: 'messagework:note.done' },
    })
  })
}

export default function NoteOnMilestone() {
  const { conversation, back, text, milestones } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation(['messagework', 'ui'])
  const defaultValue = { milestoneId: milestones.length === 1 ? (milestones[0]?.id ?? '') : '', text }
  const [form, fields] = useForm<typeof defaultValue>({ id: 'milestone-note', lastResult, defaultValue })
  const labels = { milestoneId: t('note.milestone'), text: t('note.text') }
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('messages'), to: '/messages' },
          {
            label: <span className="line-clamp-1 wrap-anywhere">{conversation.name}</span>,
            to: `/messages/${conversation.id}`,
          },
          { label: t('note.title') },
        ]}
      />
      <Form method="post" id={form.id} noValidate>
        <FormCard
          actions={
            <>
              <SubmitButton icon={NotebookPen} wide>
                {t('note.submit')}
              </SubmitButton>
              <ButtonLink to={back} variant="ghost" wide>
                {t('ui:cancel')}
              </ButtonLink>
            </>
          }
        >
          <ErrorSummary form={form} labels={labels} />
          <RadioGroup
            field={fields.milestoneId}
            label={labels.milestoneId}
            options={milestones.map(({ id, position, title }) => ({ value: id, label: `${position}. ${title}` }))}
          />
          <TextArea field={fields.text} label={labels.text} hint={t('note.hint')} maxLength={maxNoteLength} rows={8} />
        </FormCard>
      </Form>
    </div>
  )
}
