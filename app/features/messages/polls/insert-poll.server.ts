import type { MessageView } from '#app/features/conversations/message-view.ts'
import type { Transaction } from '#db/client.server.ts'
import { polls } from '#db/schema/messages/polls.ts'

export type NewPoll = {
  options: readonly string[]
  multiple: boolean
  /** Nobody is shown who voted what. */
  anonymous: boolean
  /** UTC epoch ms; null until its author closes it. */
  closesAt: number | null
}

/** Makes a message that was just stored a poll, and returns it with it. `createPoll` has checked it. */
export function insertPoll(tx: Transaction, message: MessageView, input: NewPoll): MessageView {
  const options = input.options.map((text) => ({ text, votes: 0 }))
  const poll = { ...input, options, voters: 0, closedAt: null }
  tx.insert(polls)
    .values({ ...poll, messageId: message.id })
    .run()
  return { ...message, poll }
}
