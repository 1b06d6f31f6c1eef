import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { pdfBytesAnswer } from '#app/documents/pdf-answer.server.ts'
import { enforceRateLimit, requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { exportConversation } from '#app/features/messages/export/export-conversation.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}/export`)

/** Exports a part of the conversation: the response is the PDF. */
export const action = ({ request, params }: ActionFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireRateLimitedUser(request, rateLimits.chatChange, 'messages.read')
    const form = await readForm(request)
    await enforceRateLimit(ctx, rateLimits.chatExport)
    const conversationId = params.conversationId ?? ''
    const part = Number(form.get('part') ?? 1)
    const { name, bytes } = await exportConversation(ctx, { conversationId, part }, await readerOf(request, ctx.actor))
    const answer = pdfBytesAnswer(request, name, bytes)
    // Made once, to be kept by whoever asked for it.
    answer.headers.set('Cache-Control', 'no-store')
    return answer
  })
