/** Criteria of quality of a project. */
export const maxCriteria = 10
/** Minimum requirements of a project. */
export const maxRequirements = 20
