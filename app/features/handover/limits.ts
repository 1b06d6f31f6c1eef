/** Defects in one protocol. */
export const maxDefects = 200
/** Files that each party adds to one defect in its protocol, and as many again of its repair: neither takes the other's room. */
export const maxDefectFiles = 10
/** Of one form, in bytes. */
export const maxDefectFileBytes = 50_000_000
