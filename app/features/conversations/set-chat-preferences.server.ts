// data-version: chat preferences only affect chat, which has no versioned pages
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { UserContext } from '#app/features/accounts/context.ts'
import { checkbox } from '#app/features/accounts/schemas.server.ts'
import { chatPreferences } from '#db/schema/chat.ts'

export type ChatPreferences = { shortcuts: boolean; linkPreviews: boolean }

/** Saves the caller's own chat preferences. */
export function setChatPreferences(ctx: UserContext, input: ChatPreferences): void {
  const { shortcuts, linkPreviews } = input
  const chosen = { shortcuts, linkPreviews, updatedAt: ctx.now }
  ctx.db
    .insert(chatPreferences)
    .values({ userId: ctx.actor.id, ...chosen })
    .onConflictDoUpdate({ target: chatPreferences.userId, set: chosen })
    .run()
}

/** The caller's chat preferences. Both are on by default (MSG-8, MSG-9). */
export function getChatPreferences(ctx: UserContext): ChatPreferences {
  const { shortcuts, linkPreviews, userId } = chatPreferences
  const chosen = ctx.db.select({ shortcuts, linkPreviews }).from(chatPreferences).where(eq(userId, ctx.actor.id)).get()
  return chosen ?? { shortcuts: true, linkPreviews: true }
}

export const preferencesSchema = z.object({ shortcuts: checkbox, linkPreviews: checkbox })
