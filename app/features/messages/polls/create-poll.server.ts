import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { needsApproval } from '#app/features/conversations/rights.ts'
import { maxOptionLength, maxQuestionLength, maxScheduledAheadMs, pollOptions } from '#app/features/messages/limits.ts'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import { forbidden, invalid } from '#app/platform/errors.ts'
import { isBlank, plainLine } from '#app/platform/text/plain-text.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import type { NewPoll } from './insert-poll.server.ts'

type Input = NewPoll & {
  conversationId: string
  question: string
  /** Of the form: a second submit sends nothing again. */
  clientId: string
}

/**
 * Puts a question to the members of a conversation, as a message with its options (MSG-28).
 * @throws AppError not_found if the caller is not a member; forbidden without the right to send, and where an admin has to approve
 * messages first; invalid for a blank or long question, fewer than two or more than ten options, options that are the same, or a time that
 * has passed or is more than a year away.
 */
export function createPoll(ctx: UserContext, input: Input): { id: string } {
  requireRight(ctx, 'messages.send')
  const { conversationId, clientId, multiple, anonymous, closesAt } = input
  const question = checkedQuestion(input.question)
  const options = checkedOptions(input.options)
  if (closesAt !== null && (closesAt <= ctx.now || closesAt > ctx.now + maxScheduledAheadMs))
    throw invalid('chatrefused:pollTime', { field: 'closesAt' })
  return transact(ctx.db, (tx) => {
    const { member, conversation } = requireMembership(tx, ctx, conversationId, 'send')
    if (needsApproval({ role: member.role, moderateMessages: conversation.moderateMessages }))
      throw forbidden('chatrefused:pollModerated')
    const poll = { options, multiple, anonymous, closesAt }
    // Programs that know no polls, searches, notifications and whoever it is forwarded to read it as a list.
    const text = [question, ...options.map((option) => `- ${option}`)].join('\n')
    const sent = sendMessage(ctx, { conversationId, text, clientId, poll })
    if (!sent.duplicate)
      appendAudit(tx, ctx, {
        action: 'poll.create',
        subject: { type: 'message', id: sent.id },
        after: { conversationId, question, ...poll },
      })
    return { id: sent.id }
  })
}

function checkedQuestion(question: string): string {
  const text = plainLine(question)
  if (isBlank(text)) throw invalid('validation:required', { field: 'question' })
  if (text.length > maxQuestionLength)
    throw invalid('validation:tooLong', { field: 'question', params: { count: maxQuestionLength } })
  return text
}

function checkedOptions(given: readonly string[]): string[] {
  const options = given.map(plainLine).filter((option) => !isBlank(option))
  const { least, most } = pollOptions
  const refused = (key: string, count = 0) => invalid(key, { field: 'options', params: { count } })
  if (options.length < least || options.length > most) throw refused('chatrefused:pollOptions')
  if (options.some((option) => option.length > maxOptionLength))
    throw refused('chatrefused:pollOptionLength', maxOptionLength)
  // Nobody could tell apart what differs in invisible characters alone.
  const looks = options.map((option) => option.replace(/\p{Cf}/gu, '').toLowerCase())
  if (new Set(looks).size < options.length) throw refused('chatrefused:pollOptionTwice')
  return options
}
