import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requirePart } from '#app/features/conversations/access.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { addressOfMessage } from './thread-page.server.ts'

type Place = { conversationId: string; seq: number }

/** The loader of a noun route of one message, which only takes forms: the page of the message is where its buttons are. */
export const toMessage = ({ params }: LoaderFunctionArgs) =>
  redirect(`/messages/${params.conversationId}/messages/${params.messageId}`)

/**
 * The action of such a route: runs the verb on the message of the address, and goes on where the message is.
 * @throws what the verb throws, and not_found where the message is of another conversation; answerChat says them.
 */
export function messageAction(run: (ctx: UserContext, messageId: string, form: FormData) => Place) {
  return ({ request, params }: ActionFunctionArgs) => {
    const { conversationId = '', messageId = '' } = params
    return answerChat(request, `/messages/${conversationId}`, (ctx, form) => {
      requirePart(ctx, 'message', { conversationId, id: messageId })
      const place = run(ctx, messageId, form)
      return { to: addressOfMessage(ctx, place), data: place }
    })
  }
}
