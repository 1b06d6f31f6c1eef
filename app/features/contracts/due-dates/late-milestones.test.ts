import { expect, it, onTestFinished } from 'vitest'
import { yse1998 } from '#app/features/contracts/closing-terms.ts'
import { updateContract } from '#app/features/contracts/update-contract.server.ts'
import { draftedDeal } from '#tests/factories/deal.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { startServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

it('names the milestones that are due after the day of handover on the page that sends the contract', async () => {
  const { client, contractId } = await draftedDeal(testDatabase())
  const server = await startServer()
  onTestFinished(() => server.stop())
  const { cookie } = await signedIn(client)
  const part = { description: '', netCents: 500_000, vatRateBp: 2550 }
  const sendPage = async (handoverDue: string | null) => {
    updateContract(client, {
      ...{ contractId, title: 'School', terms: 'All', paymentMethod: 'secure_escrow', retentionBp: 0 },
      milestones: [
        { ...part, title: 'Frame', dueDate: '2099-05-31' },
        { ...part, title: 'Planting', dueDate: '2099-06-15' },
      ],
      closing: { ...yse1998, delay: null, handoverDue },
    })
    return pageText((await server.ask(`/contracts/${contractId}/send`, { cookie })).text)
  }
  expect(await sendPage('2099-05-31')).toContain(
    'to be ready for handover on 31 May 2099, but is due later in: 2. Planting.',
  )
  expect(await sendPage('2099-06-15')).not.toContain('due later in')
  expect(await sendPage(null)).not.toContain('due later in')
})
