import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { preferencesSchema, setChatPreferences } from '#app/features/conversations/set-chat-preferences.server.ts'
import { invalid } from '#app/platform/errors.ts'

const page = '/settings?tab=media'

export const loader = () => redirect(page)

export async function action({ request }: ActionFunctionArgs) {
  return answerChat(request, page, (ctx, form) => {
    const input = preferencesSchema.safeParse(Object.fromEntries(form))
    if (!input.success) throw invalid('validation:choice')
    setChatPreferences(ctx, input.data)
    return { flash: { key: 'chatsettings:preferences.saved' } }
  })
}
