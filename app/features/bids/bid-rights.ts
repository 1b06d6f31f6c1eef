import type { Right } from '#app/features/accounts/rights.ts'
import type { BidAction } from './bid.ts'

/** The right that each action on a bid requires. */
export const bidRights: Partial<Record<BidAction, Right>> = {
  edit: 'bids.update',
  submit: 'bids.submit',
  revise: 'bids.update',
  confirm: 'bids.confirm',
  withdraw: 'bids.withdraw',
  shortlist: 'bids.shortlist',
  reject: 'bids.reject',
  award: 'bids.award',
  revoke: 'bids.award',
}
