import { beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { newId } from '#db/ids.ts'
import { storedFile } from '#tests/factories/document.ts'
import { createAccount, createTransaction, postedTransaction } from '#tests/factories/finance.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { addReceipts } from './add-receipts.server.ts'
import { listLacking } from './candidates.server.ts'
import { fileReceipt, removeReceipt } from './file-receipt.server.ts'
import { findReceiptFile, getReceipt, listInbox, listReceiptsOf } from './receipts.server.ts'

let ctx: CompanyContext
beforeAll(() => {
  ctx = createPerson(testDatabase())
})

it('a receipt waits in the inbox, goes to a row, and stays with it once that is posted', () => {
  const stranger = createPerson(ctx.db)
  const account = createAccount(ctx)
  const draft = createTransaction(ctx, account)
  const posted = postedTransaction(ctx, account)
  const files = [storedFile('fuel.txt', 'Diesel'), storedFile('wood.txt', 'Timber')]
  const submissionId = newId()
  const { ids } = addReceipts(ctx, { files, note: 'Van', submissionId })
  expect(addReceipts(ctx, { files, note: 'Van', submissionId }).ids).toEqual(ids)
  expect(() => addReceipts(ctx, { files: [], note: '' })).toThrow('fileNeeded')
  const [fuel = '', wood = ''] = ids
  expect(listInbox(ctx).map(({ name }) => name)).toEqual(['wood.txt', 'fuel.txt'])
  expect(listLacking(ctx).map(({ id }) => id)).toEqual(expect.arrayContaining([draft, posted]))
  fileReceipt(ctx, { receiptId: fuel, transactionId: draft })
  fileReceipt(ctx, { receiptId: fuel, transactionId: null })
  fileReceipt(ctx, { receiptId: fuel, transactionId: posted })
  expect(() => fileReceipt(ctx, { receiptId: fuel, transactionId: null })).toThrow('ofPosted')
  expect(() => removeReceipt(ctx, { receiptId: fuel })).toThrow('ofRow')
  expect(listReceiptsOf(ctx, posted).map(({ id }) => id)).toEqual([fuel])
  expect(listLacking(ctx).map(({ id }) => id)).not.toContain(posted)
  const fileId = getReceipt(ctx, wood)?.fileId ?? ''
  expect([findReceiptFile(ctx, fileId)?.name, findReceiptFile(stranger, fileId)]).toEqual(['wood.txt', null])
  expect(() => fileReceipt(stranger, { receiptId: wood, transactionId: draft })).toThrow('notFound')
  const theirs = createTransaction(stranger, createAccount(stranger))
  expect(() => fileReceipt(ctx, { receiptId: wood, transactionId: theirs })).toThrow('notFound')
  removeReceipt(ctx, { receiptId: wood })
  expect([listInbox(ctx), findReceiptFile(ctx, fileId), getReceipt(ctx, wood)]).toEqual([[], null, null])
  const run = (text: string, id: string) => ctx.db.$client.prepare(text).run(id)
  expect(() => run('UPDATE financial_receipts SET transaction_id = NULL WHERE id = ?', fuel)).toThrow('finance')
  expect(() => run('DELETE FROM financial_receipts WHERE id = ?', wood)).toThrow('finance')
})
