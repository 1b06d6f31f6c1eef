import { expect, it } from 'vitest'
import { deliverDue, type OutgoingMail } from '#app/features/notifications/deliver-mails.server.ts'
import { createPerson } from '#tests/factories/people.ts'
import { draftQuote, quoteInput } from '#tests/factories/quote.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pdfText } from '#tests/setup/pdf/pdf-text.ts'
import { quoteAttachments } from './quote-attachments.server.ts'
import { sendQuote } from './send-quote.server.ts'
import { shareQuote } from './share-quote.server.ts'
import { updateQuote } from './update-quote.server.ts'

it('a mail brings the version as a PDF in its language to whoever has an account, and to a stranger nothing but the link', async () => {
  const db = testDatabase()
  const ctx = createPerson(db)
  const known = () => createPerson(db).actor.email
  const mailed: OutgoingMail[] = []
  const send = (email: string, quoteId = draftQuote(ctx)) => {
    sendQuote(ctx, { quoteId, email, locale: 'fi' })
    return quoteId
  }
  send(known())
  send('stranger@example.com')
  shareQuote(ctx, { quoteId: send(known()), days: null })
  const changed = send(known())
  updateQuote(ctx, { ...quoteInput(ctx), quoteId: changed, title: 'Another title' })
  send(known(), changed)
  await deliverDue(db, ctx.now + 1, async (mail) => void mailed.push(mail), quoteAttachments)
  expect(mailed).toHaveLength(5)
  const files = mailed.flatMap(({ attachments = [] }) => attachments)
  expect(files.map(({ filename }) => filename)).toEqual([
    expect.stringMatching(/^[A-Z]+-?\d{4}-\d+\.pdf$/),
    expect.stringMatching(/^[A-Z]+-?\d{4}-\d+-2\.pdf$/),
  ])
  expect(await pdfText(files[0]?.content ?? Buffer.alloc(0))).toContain('Tarjous')
  expect(await pdfText(files[1]?.content ?? Buffer.alloc(0))).toContain('Another title')
})
