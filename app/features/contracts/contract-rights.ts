import type { Right } from '#app/features/accounts/rights.ts'
import type { ContractAction } from './contract.ts'

/** The right that each action on a contract requires. */
export const contractRights: Partial<Record<ContractAction, Right>> = {
  edit: 'contracts.update',
  send: 'contracts.send',
  sign: 'contracts.sign',
  decline: 'contracts.decline',
  void: 'contracts.void',
  terminate: 'contracts.terminate',
}
