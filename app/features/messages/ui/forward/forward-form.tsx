import { Form } from '@remix-run/react'
import { Forward, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ConversationDetail, ConversationSummary } from '#app/features/conversations/conversation-view.ts'
import type { ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import { ConversationAvatar } from '#app/features/conversations/ui/conversation-row.tsx'
import { maxForwards } from '#app/features/messages/limits.ts'
import { ShownAlone } from '#app/features/messages/ui/pages/shown-alone.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/forms/choice.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** A message, and the conversations that it can be forwarded to. */
export function ForwardForm({
  conversation,
  message,
  viewerId,
  q,
  targets,
  chosen,
  submissionId,
}: {
  conversation: ConversationDetail
  message: ShownMessage
  viewerId: string
  q: string
  targets: ConversationSummary[]
  /** Chosen before the search. */
  chosen: ConversationSummary[]
  submissionId: string
}) {
  const { t } = useTranslation(['messagepages', 'ui'])
  const base = `/messages/${conversation.id}`
  const chosenIds = new Set(chosen.map(({ id }) => id))
  const rows = [...chosen, ...targets.filter(({ id }) => !chosenIds.has(id))]
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('messages'), to: '/messages' },
          { label: <span className="line-clamp-1 wrap-anywhere">{conversation.name}</span>, to: base },
          { label: t('forward.title') },
        ]}
      />
      <ShownAlone conversation={conversation} viewerId={viewerId} messages={[message]} />
      <Form method="post">
        <input type="hidden" name="submissionId" value={submissionId} />
        <FormCard
          actions={
            <>
              <SubmitButton icon={Forward} wide>
                {t('forward.submit')}
              </SubmitButton>
              <ButtonLink to={`${base}?around=${message.seq}#m${message.seq}`} variant="ghost" wide>
                {t('ui:cancel')}
              </ButtonLink>
            </>
          }
        >
          {/* The search button submits the same form, so that the chosen conversations stay chosen without scripts. */}
          <div className="flex flex-wrap items-end gap-2">
            <Field
              key={q}
              name="q"
              type="search"
              label={t('forward.search')}
              icon={Search}
              defaultValue={q}
              maxLength={100}
              autoComplete="off"
              className="min-w-48 flex-1 sm:max-w-sm"
            />
            <SubmitButton formMethod="get" variant="outline">
              {t('forward.find')}
            </SubmitButton>
          </div>
          <fieldset className="min-w-0">
            <legend className="mb-2 text-sm text-muted-foreground">
              {t('forward.choose', { count: maxForwards })}
            </legend>
            {rows.length === 0 && <p className="text-sm text-muted-foreground">{t('forward.none')}</p>}
            <ul className="max-h-96 divide-y divide-border overflow-y-auto rounded-md border border-border bg-card empty:hidden">
              {rows.map((target) => (
                <li key={target.id}>
                  <Choice
                    type="checkbox"
                    name="conversationIds"
                    value={target.id}
                    defaultChecked={chosenIds.has(target.id)}
                    className="px-3.5 has-checked:bg-primary/8 hover:bg-accent/50 items-center!"
                    label={
                      <span className="flex items-center gap-3">
                        <ConversationAvatar conversation={target} status={undefined} />
                        <span className="min-w-0 font-medium wrap-anywhere">{target.name}</span>
                      </span>
                    }
                  />
                </li>
              ))}
            </ul>
          </fieldset>
        </FormCard>
      </Form>
    </div>
  )
}
