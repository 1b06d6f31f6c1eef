import type { UserContext } from '#app/features/accounts/context.ts'
import { AppError } from '#app/platform/errors.ts'
import type { SendInput } from './compose-message.server.ts'
import { type SendResult, sendMessages } from './send-messages.server.ts'

/**
 * Says something in a conversation, once for each `clientId` of its author. In a moderated group it waits for an admin.
 * @throws AppError
 */
export function sendMessage(ctx: UserContext, input: SendInput): SendResult {
  const [result] = sendMessages([{ ctx, input }])
  if (!result || result instanceof AppError) throw result ?? new Error('sendMessage: there was no answer')
  return result
}
