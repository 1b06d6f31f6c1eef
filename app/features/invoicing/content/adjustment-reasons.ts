import type { AdjustmentKind } from '#db/vocabulary/invoicing.ts'

/** What a discount can be for (UNTDID 5189; EN 16931, BR-CL-19). */
export const allowanceReasons = ['95', '100', '104', '64', '41', '65'] as const
/** What a charge can be for (UNTDID 7161; BR-CL-20). */
export const chargeReasons = ['FC', 'DL', 'PC', 'HD', 'CG', 'ABK'] as const
const adjustmentReasons = [...allowanceReasons, ...chargeReasons]
export type AdjustmentReason = (typeof adjustmentReasons)[number]

export const adjustmentReasonOf = (code: string): AdjustmentReason | null =>
  adjustmentReasons.find((one) => one === code) ?? null

export const kindOfReason = (reason: AdjustmentReason): AdjustmentKind =>
  (allowanceReasons as readonly string[]).includes(reason) ? 'allowance' : 'charge'
