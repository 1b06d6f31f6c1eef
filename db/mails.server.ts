import type { Transaction } from './client.server.ts'
import { newId } from './ids.ts'
import { mails } from './schema/notifications.ts'

export type MailOrder = {
  to: string
  /** The recipient's language; the mail is rendered in it on delivery. */
  locale: string
  /** Key of the template in the `mail` namespace. */
  template: string
  params: Record<string, string | number>
}

/** Queues a mail in the transaction that causes it: it is sent if and only if that commits. */
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
