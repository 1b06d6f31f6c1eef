// verb-rule: the server's own addition to what its author wrote, who allowed it by their preferences

import type {} from '#app/features/conversations/chat-events.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { publish } from '#app/platform/events.server.ts'
import { type Database, transact } from '#db/client.server.ts'
import type { StoredPreview } from '#db/schema/chat.ts'
import { changeMessage } from './change-message.server.ts'
import { readMessage } from './message-rows.server.ts'

/** Puts a preview under the message that it was looked up for, unless that says something else by now. */
export function showPreview(db: Database, asked: MessageView, preview: StoredPreview | null): void {
  const message = transact(db, (tx) => {
    const current = readMessage(db, asked.id)
    if (current.state !== 'live' || current.text !== asked.text) return null
    if (current.preview?.url === preview?.url) return null
    return changeMessage(tx, { db }, current, { preview })
  })
  if (message) publish('chat.message.changed', { message })
}
