import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { enforceRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { openSubjectConversation } from '#app/features/groups/open-subject-conversation.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(pageOf(params))

/** Opens the conversation of a project, of a contract, or of the caller's company. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { projectId, contractId } = params
  return answerChat(request, pageOf(params), async (ctx) => {
    await enforceRateLimit(ctx, rateLimits.chatOpen)
    const subject = projectId ? 'project' : contractId ? 'contract' : 'company'
    const id = projectId ?? contractId ?? ctx.company?.id
    if (!id) throw notFound()
    const { conversationId } = openSubjectConversation(ctx, { subject, id })
    return { to: `/messages/${conversationId}`, data: { conversationId } }
  })
}

/** The page that has the button. */
function pageOf({ projectId, contractId }: LoaderFunctionArgs['params']): string {
  if (projectId) return `/projects/${projectId}`
  return contractId ? `/contracts/${contractId}` : '/messages/new'
}
