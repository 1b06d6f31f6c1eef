import type { UserContext } from '#app/features/accounts/context.ts'
import type { SendInput } from '#app/features/messages/compose-message.server.ts'
import { type SendResult, sendMessages } from '#app/features/messages/send-message.server.ts'

type Waiting = {
  ctx: UserContext
  input: SendInput
  done: (result: SendResult) => void
  fail: (error: unknown) => void
}
export type Send = (ctx: UserContext, input: SendInput) => Promise<SendResult>

/** Limits how long storing a burst blocks the event loop. */
const largestBatch = 200

/**
 * Stores all messages that arrive within one iteration of the event loop in one transaction, because a durable commit costs
 * more than the rest of a message. Each is acknowledged or refused on its own after the commit.
 */
export function startSendQueue(): Send {
  const waiting: Waiting[] = []

  function flush(): void {
    const batch = waiting.splice(0, largestBatch)
    if (waiting.length > 0) setImmediate(flush)
    store(batch)
  }

  return (ctx, input) =>
    new Promise((done, fail) => {
      waiting.push({ ctx, input, done, fail })
      if (waiting.length === 1) setImmediate(flush)
    })
}

function store(batch: Waiting[]): void {
  try {
    const results = sendMessages(batch)
    for (const [index, { done, fail }] of batch.entries()) {
      const result = results[index]
      if (result && !(result instanceof Error)) done(result)
      else fail(result ?? new Error('sendMessages: no answer'))
    }
  } catch (error) {
    // Nothing was stored. Retry one by one, so that a message that cannot be stored does not block the others.
    const [only, ...others] = batch
    if (others.length === 0) only?.fail(error)
    else for (const each of batch) store([each])
  }
}
