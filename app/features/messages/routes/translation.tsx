import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { enforceRateLimit, requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { getMessage } from '#app/features/messages/message-queries.server.ts'
import { messageUrl } from '#app/features/messages/thread-page.server.ts'
import { tickOf } from '#app/features/messages/ticks.ts'
import { translateMessage } from '#app/features/messages/translation/translate-message.server.ts'
import { TranslationPage } from '#app/features/messages/ui/translation/translation-page.tsx'
import { detectLanguage } from '#app/i18n/i18n.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { languageModel } from '#app/platform/language-model.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'translation:title', description: 'translation:intro' }

async function open(request: Request, { conversationId = '', messageId = '' }: Record<string, string | undefined>) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const conversation = orNotFound(getConversation(ctx, conversationId))
  const message = orNotFound(getMessage(ctx, messageId))
  orNotFound(message.conversationId === conversation.id && message.state === 'live' ? message : null)
  return { ctx, conversation, message }
}

/** A message with a button that has it translated, because its text then leaves the house. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ctx, conversation, message } = await open(request, params)
  const { host = null, model = null } = languageModel() ?? {}
  const tick = tickOf(message, conversation.members, ctx.actor.id)
  const shown = { conversation, message: { ...message, tick }, viewerId: ctx.actor.id }
  return { ...shown, host, model, back: messageUrl(ctx, message) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  // Before anything else: each of them costs money.
  await enforceRateLimit(await requireUser(request, 'messages.read'), rateLimits.translation)
  const { ctx, message } = await open(request, params)
  const { locale } = await detectLanguage(request, ctx.actor.locale)
  return handleForm(request, z.object({}), async () => {
    const translation = await translateMessage(ctx, { messageId: message.id, locale })
    return data({ translation, lastResult: undefined })
  })
}

export default function Translation() {
  const answer = useActionData<typeof action>()
  const translation = answer && 'translation' in answer ? answer.translation : null
  return (
    <TranslationPage {...useLoaderData<typeof loader>()} translation={translation} lastResult={answer?.lastResult} />
  )
}
