/** States of a final account: `draft` while both write it, `proposed` once one party has signed. */
export const finalAccountStatuses = ['draft', 'proposed', 'signed', 'returned'] as const
export type FinalAccountStatus = (typeof finalAccountStatuses)[number]

/** What a party puts into the final account beside the contract sum. */
export const finalItemKinds = ['day_work', 'measured', 'change_order', 'delay_damages', 'set_off', 'claim'] as const
export type FinalItemKind = (typeof finalItemKinds)[number]

/** What the other party says of an item: agreed, or kept open as a reserved claim, as every item is until it is agreed. */
export const finalItemAnswers = ['reserved', 'agreed'] as const
export type FinalItemAnswer = (typeof finalItemAnswers)[number]
