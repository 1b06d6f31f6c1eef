// verb-rule: the server's own addition to what its author wrote, who allowed it by their preferences
import { eq } from 'drizzle-orm'
import type { MessageEvent } from '#app/events.ts'
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
import { lookUpPreview } from './link-preview.server.ts'
import { messageQuery, readMessage } from './message-rows.server.ts'

/** Pages looked up at the same time, and messages that may wait for theirs; further ones go without. */
const mostAtOnce = 4
const mostWaiting = 100

/**
 * Gives messages with a link a preview of the page (MSG-8): the server looks it up, so that no reader's browser does,
 * unless the author or the operator (LINK_PREVIEWS) has switched it off.
 */
export function listenToLinks(network: Network = internet): Array<() => void> {
  if (!env.LINK_PREVIEWS) return []
  const waiting = new Map<string, MessageView>()
  let running = 0
  let stopped = false
  const next = async () => {
    const [message] = waiting.values()
    if (!message || running === mostAtOnce) return
    waiting.delete(message.id)
    running += 1
    try {
      await preview(message, network)
    } catch (error) {
      // What is under way when the server stops finds no database any more.
      if (!stopped) logger.error({ err: error, message: message.id }, 'a link could not be looked up')
    }
    running -= 1
    void next()
  }
  const consider = (message: MessageView) => {
    if (message.state !== 'live' || message.authorId === null) return
    if (message.preview === null && !/https?:\/\//i.test(message.text)) return
    // Of a message that is changed while it waits only the latest counts.
    if (!waiting.has(message.id) && waiting.size >= mostWaiting) return
    waiting.set(message.id, message)
    return next()
  }
  // Each link is looked up once: by the process that stored the message.
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

/** From a commit to the start that has to make up for what was not looked up after it (ms). */
const madeUpFor = 10 * 60_000
const recent = messageQuery(
  { since: messages.id },
  `WHERE m.id > :since AND m.preview IS NULL AND m.text LIKE '%http%' ORDER BY m.id`,
)

/**
 * What the process before this one may not have got to. Nobody is told durably to look links up: a preview is an ornament, and
 * a durable listener writes to the database only.
 */
function recentlyStored(db: Database, now: number): MessageView[] {
  return recent.read(db, { since: firstIdOf(now - madeUpFor) })
}

async function preview(message: MessageView, network: Network): Promise<void> {
  const db = database()
  const link = firstLink(message)
  if (link === message.preview?.url) return
  if (link === null) return showPreview(db, message, null)
  if (!(await mayLookUp(db, message.authorId ?? ''))) return
  showPreview(db, message, await lookUpPreview(db, link, { network, now: Date.now() }))
}

/** The first link to somewhere else; our own pages show nothing to a server that is not signed in. */
function firstLink({ text, mentions }: MessageView): string | null {
  for (const token of parseLight(text, mentions)) {
    if (token.kind === 'link' && new URL(token.href).origin !== env.origin) return token.href
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

/** Puts a preview under the message that it was looked up for, unless that says something else by now. */
export function showPreview(db: Database, asked: MessageView, preview: StoredPreview | null): void {
  transact(db, (tx) => {
    const current = readMessage(db, asked.id)
    if (current.state !== 'live' || current.text !== asked.text) return
    if (current.preview?.url === preview?.url) return
    const changed = changeMessage(tx, { db }, current, { preview })
    recordMessage(tx, { actor: null, now: Date.now(), requestId: 'link preview' }, 'chat.message.changed', changed)
  })
}
