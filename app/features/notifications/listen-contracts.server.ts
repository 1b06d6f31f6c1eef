import { type DomainEvents, subscribe } from '#app/platform/events.server.ts'
import { tellCompanies } from './tell.server.ts'

type ContractEvent = DomainEvents['contract.sent']

/** The contract's steps, each with the text that tells it. */
const steps = {
  'contract.sent': 'contractSent',
  'contract.signed': 'contractSigned',
  'contract.activated': 'contractActivated',
  'contract.declined': 'contractDeclined',
  'contract.voided': 'contractVoided',
  'contract.expired': 'contractExpired',
  'contract.completed': 'contractCompleted',
  'contract.terminated': 'contractTerminated',
} as const

/** What happens to a contract is told to both parties, but not to whoever did it. */
export function listenToContracts(): Array<() => void> {
  const names = Object.keys(steps) as Array<keyof typeof steps>
  return [
    ...names.map((name) => subscribe(name, (event: ContractEvent) => tellParties(event, steps[name]))),
    subscribe('contract.activated', ({ title, settlement }) => {
      for (const { bidId, companyId } of settlement.notSelected) {
        tellCompanies([companyId], {
          category: 'offer',
          text: 'bidNotSelected',
          params: { title },
          actionUrl: `/bids/${bidId}`,
        })
      }
    }),
  ]
}

function tellParties(event: ContractEvent, text: (typeof steps)[keyof typeof steps]): void {
  const { contractId, clientCompanyId, providerCompanyId, number, title, grossCents, currency, actorId } = event
  tellCompanies(
    [clientCompanyId, providerCompanyId],
    {
      category: 'contract',
      text,
      params: { title, number, amountCents: grossCents, currency },
      actionUrl: `/contracts/${contractId}`,
    },
    actorId,
  )
}
