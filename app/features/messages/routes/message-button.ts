import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requirePart } from '#app/features/conversations/access.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { editMessage } from '#app/features/messages/edit-message.server.ts'
import { hideMessage } from '#app/features/messages/hide-message.server.ts'
import { pinMessage } from '#app/features/messages/pin-message.server.ts'
import { closePoll } from '#app/features/messages/polls/close-poll.server.ts'
import { voteInPoll } from '#app/features/messages/polls/vote-in-poll.server.ts'
import { reactToMessage } from '#app/features/messages/react-to-message.server.ts'
import { removeMessage } from '#app/features/messages/remove-message.server.ts'
import { saveMessage } from '#app/features/messages/saved/save-message.server.ts'
import { messageUrl } from '#app/features/messages/thread-page.server.ts'
import { unsendMessage } from '#app/features/messages/unsend-message.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { readBoolean } from '#app/platform/forms/posted-values.ts'
import { lastPathSegment } from '#app/platform/requests/last-path-segment.ts'

type Button = (ctx: UserContext, messageId: string, form: FormData) => { conversationId: string; seq: number }

/** The verb of each button of a message, by the last segment of its path. */
const buttons = new Map<string, Button>([
  ['edit', (ctx, messageId, form) => editMessage(ctx, { messageId, text: String(form.get('text') ?? '') })],
  ['unsend', (ctx, messageId) => unsendMessage(ctx, { messageId })],
  ['hide', (ctx, messageId) => hideMessage(ctx, { messageId })],
  ['remove', (ctx, messageId) => removeMessage(ctx, { messageId })],
  ['pin', (ctx, messageId, form) => pinMessage(ctx, { messageId, pinned: readBoolean(form, 'pinned') })],
  ['save', (ctx, messageId, form) => saveMessage(ctx, { messageId, saved: readBoolean(form, 'saved') })],
  [
    'vote',
    (ctx, messageId, form) => {
      const on = form.has('option')
      return voteInPoll(ctx, {
        messageId,
        option: Number.parseInt(String(form.get(on ? 'option' : 'withdraw')), 10),
        on,
      })
    },
  ],
  ['close', (ctx, messageId) => closePoll(ctx, { messageId })],
  ['react', (ctx, messageId, form) => reactToMessage(ctx, { messageId, emoji: String(form.get('emoji') ?? '') })],
])

/** Redirects to the page of the message, which has the buttons. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/messages/${params.conversationId}/messages/${params.messageId}`)

/** Runs the verb and redirects to the message, or to the conversation if the message is now hidden. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { conversationId = '', messageId = '' } = params
  const name = lastPathSegment(request)
  return answerChat(request, `/messages/${conversationId}`, (ctx, form) => {
    const run = buttons.get(name)
    if (!run) throw notFound()
    requirePart(ctx, 'message', { conversationId, id: messageId })
    const place = run(ctx, messageId, form)
    if (name === 'hide') return { flash: { key: 'chat:menu.hidden' }, data: place }
    return { to: messageUrl(ctx, place), data: place }
  })
}
