// verb-rule: the server adds previews, as far as the author's preferences allow it
import { eq } from 'drizzle-orm'
import type { MessageEvent } from '#app/event-payloads.ts'
import { messageOfEvent, recordMessage } from '#app/features/conversations/message-events.server.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { env } from '#app/platform/env.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { subscribe } from '#app/platform/events.server.ts'
import { internet, type Network } from '#app/platform/fetch-page.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { parseLight } from '#app/platform/text/light-format.ts'
import { type Database, transact } from '#db/client.server.ts'
import { database } from '#db/handle.server.ts'
import { firstIdOf } from '#db/ids.ts'
import { chatPreferences, messages, type StoredPreview } from '#db/schema/chat.ts'
import { changeMessage } from './change-message.server.ts'
import { getLinkPreview } from './link-preview.server.ts'
import { messageQuery, readMessage } from './message-rows.server.ts'

/** How many pages are fetched at the same time, and how many messages can be queued; further ones get no preview. */
const maxConcurrent = 4
const maxQueued = 100

/**
 * Adds a preview to messages with a link (MSG-8), unless the author or the operator (LINK_PREVIEWS) has switched previews off.
 * The server fetches the page, so that members' browsers need not. Returns functions that stop it.
 */
export function startLinkPreviews(network: Network = internet): Array<() => void> {
  if (!env.LINK_PREVIEWS) return []
  const waiting = new Map<string, MessageView>()
  let running = 0
  let stopped = false
  const next = async () => {
    const [message] = waiting.values()
    if (!message || running === maxConcurrent) return
    waiting.delete(message.id)
    running += 1
    try {
      await preview(message, network)
    } catch (error) {
      // A fetch that is still running when the server stops finds the database closed.
      if (!stopped) logger.error({ err: error, message: message.id }, 'a link could not be looked up')
    }
    running -= 1
    void next()
  }
  const consider = (message: MessageView) => {
    if (message.state !== 'live' || message.authorId === null) return
    if (message.preview === null && !/https?:\/\//i.test(message.text)) return
    // If a queued message changes, only its latest version counts.
    if (!waiting.has(message.id) && waiting.size >= maxQueued) return
    waiting.set(message.id, message)
    return next()
  }
  // Only the process that stored the message fetches its link.
  const considerOwn = (event: MessageEvent) => {
    const message = messageOfEvent(event)
    return message && consider(message)
  }
  for (const message of recentlyStored(database(), Date.now())) void consider(message)
  return [
    subscribe('chat.message.stored', considerOwn),
    subscribe('chat.message.changed', considerOwn),
    () => {
      stopped = true
      waiting.clear()
    },
  ]
}

/** At the start, messages of this period (ms) are checked for links that were not looked up. */
const catchUpPeriod = 10 * 60_000
const recent = messageQuery(
  { since: messages.id },
  `WHERE m.id > :since AND m.preview IS NULL AND m.text LIKE '%http%' ORDER BY m.id`,
)

/**
 * Recent messages with a link that the previous process may not have looked up. There is no durable listener for this, because
 * durable listeners only write to the database.
 */
function recentlyStored(db: Database, now: number): MessageView[] {
  return recent.read(db, { since: firstIdOf(now - catchUpPeriod) })
}

async function preview(message: MessageView, network: Network): Promise<void> {
  const db = database()
  const link = firstLink(message)
  if (link === message.preview?.url) return
  if (link === null) return setPreview(db, message, null)
  if (!(await mayLookUp(db, message.authorId ?? ''))) return
  setPreview(db, message, await getLinkPreview(db, link, { network, now: Date.now() }))
}

/** The first link to another site. Our own pages would only show the login page to the server. */
function firstLink({ text, mentions }: MessageView): string | null {
  for (const token of parseLight(text, mentions)) {
    if (token.kind === 'link' && token.href.startsWith('http') && new URL(token.href).origin !== env.origin)
      return token.href
  }
  return null
}

async function mayLookUp(db: Database, authorId: string): Promise<boolean> {
  const { linkPreviews, userId } = chatPreferences
  const choice = db.select({ linkPreviews }).from(chatPreferences).where(eq(userId, authorId)).get()
  if (choice?.linkPreviews === false) return false
  try {
    await consumePoint(db.$client, rateLimits.linkPreview, authorId)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Sets or clears the preview of a message, unless its text has changed since the lookup. */
export function setPreview(db: Database, asked: MessageView, preview: StoredPreview | null): void {
  transact(db, (tx) => {
    const current = readMessage(db, asked.id)
    if (current.state !== 'live' || current.text !== asked.text) return
    if (current.preview?.url === preview?.url) return
    const changed = changeMessage(tx, { db }, current, { preview })
    recordMessage(tx, { actor: null, now: Date.now(), requestId: 'link preview' }, 'chat.message.changed', changed)
  })
}
