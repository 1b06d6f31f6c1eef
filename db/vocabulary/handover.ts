/** States of a handover protocol: `called` while both write it, `proposed` once one party has signed. */
export const handoverStatuses = ['called', 'proposed', 'signed', 'returned'] as const
export type HandoverStatus = (typeof handoverStatuses)[number]

export const handoverResults = ['accepted', 'accepted_with_defects', 'refused'] as const
export type HandoverResult = (typeof handoverResults)[number]

export const defectStatuses = ['open', 'fixed', 'accepted'] as const
export type DefectStatus = (typeof defectStatuses)[number]

/** When a file of a defect was added: while the protocol was written, or as a record of the repair after both have signed. */
export const defectFileStages = ['found', 'repair'] as const
export type DefectFileStage = (typeof defectFileStages)[number]
