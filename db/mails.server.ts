import type { Transaction } from './client.server.ts'
import { newId } from './ids.ts'
import { mails } from './schema/notifications.ts'

export type MailOrder = {
  to: string
  /** Language of the reader; the mail is rendered in it when it is delivered. */
  locale: string
  /** Key of the template in the `mail` namespace. */
  template: string
  params: Record<string, string | number>
}

/** Puts a mail into the outbox, in the transaction that makes it due: it is sent if, and only if, that is committed. */
export function enqueueMail(tx: Transaction, now: number, mail: MailOrder): void {
  tx.insert(mails)
    .values({
      id: newId(),
      recipient: mail.to,
      locale: mail.locale,
      template: mail.template,
      params: mail.params,
      createdAt: now,
      nextAttemptAt: now,
    })
    .run()
}
