// verb-rule: a status only concerns the user
import { z } from 'zod'
import type { UserContext } from '#app/features/accounts/context.ts'
import { invalid } from '#app/platform/errors.ts'
import { optionalText } from '#app/platform/forms/field-schemas.ts'
import { plainLine } from '#app/platform/text/plain-text.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { userStatus } from '#db/schema/chat.ts'
import { type PresenceStatus, presenceStatuses } from '#db/vocabulary/chat.ts'
import { statusTextLength } from './presence-status.ts'

/**
 * Sets the caller's status: one of the five, or `auto` for what their connections say, with a text for people they share a
 * conversation with (PRE-1).
 * @throws AppError invalid if the text is too long.
 */
export function chooseStatus(ctx: UserContext, input: { status: PresenceStatus | 'auto'; customText: string }): void {
  const { id: userId } = ctx.actor
  const customText = plainLine(input.customText)
  if (customText.length > statusTextLength) {
    throw invalid('chatrefused:statusLong', { field: 'customText', params: { count: statusTextLength } })
  }
  const status = { chosen: input.status === 'auto' ? null : input.status, customText, updatedAt: ctx.now }
  transact(ctx.db, (tx) => {
    tx.insert(userStatus)
      .values({ userId, ...status })
      .onConflictDoUpdate({ target: userStatus.userId, set: status })
      .run()
    recordEvent(tx, ctx, 'presence.changed', { userIds: [userId] })
  })
}

export const statusSchema = z.object({
  status: z.enum([...presenceStatuses, 'auto'], { error: 'validation:choice' }),
  customText: optionalText(statusTextLength).transform((text) => text ?? ''),
})
