// data-version: chat preferences only affect chat, which has no versioned pages
import { z } from 'zod'
import type { UserContext } from '#app/features/accounts/context.ts'
import { checkbox } from '#app/features/accounts/schemas.server.ts'
import { columns } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { chatPreferences } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'

export type ChatPreferences = {
  shortcuts: boolean
  linkPreviews: boolean
  relayCalls: boolean
  groupLevel: 'all' | 'mentions'
}

/** Saves the caller's own chat preferences. */
export function setChatPreferences(ctx: UserContext, input: ChatPreferences): void {
  const { shortcuts, linkPreviews, relayCalls, groupLevel } = input
  const chosen = { shortcuts, linkPreviews, relayCalls, groupLevel, updatedAt: ctx.now }
  ctx.db
    .insert(chatPreferences)
    .values({ userId: ctx.actor.id, ...chosen })
    .onConflictDoUpdate({ target: chatPreferences.userId, set: chosen })
    .run()
}

const chosenBy = sql(
  {
    params: { user: users.id },
    row: columns(chatPreferences, 'shortcuts', 'linkPreviews', 'relayCalls', 'groupLevel'),
  },
  `SELECT shortcuts, link_previews AS linkPreviews, relay_calls AS relayCalls, group_level AS groupLevel FROM chat_preferences WHERE user_id = :user`,
)

const unchosen: ChatPreferences = { shortcuts: true, linkPreviews: true, relayCalls: false, groupLevel: 'all' }

/** The caller's chat preferences. Shortcuts and previews are on by default (MSG-8, MSG-9), the relay is not (CALL-12). */
export function getChatPreferences(ctx: UserContext): ChatPreferences {
  return chosenBy.first(ctx.db, { user: ctx.actor.id }) ?? unchosen
}

export const preferencesSchema = z.object({
  ...{ shortcuts: checkbox, linkPreviews: checkbox, relayCalls: checkbox },
  groupLevel: z.enum(['all', 'mentions']).default('all'),
})
