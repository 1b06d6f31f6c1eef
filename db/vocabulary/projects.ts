/** States of a project (PROJ-1). */
export const projectStatuses = [
  'draft',
  'open',
  'evaluating',
  'awarded',
  'active',
  'completed',
  'terminated',
  'cancelled',
] as const
export type ProjectStatus = (typeof projectStatuses)[number]

/** The estimator's project types (PROJ-5), and two for everything else. */
export const projectCategories = [
  'renovation',
  'bathroom',
  'kitchen',
  'painting',
  'electrical',
  'new_construction',
  'roofing',
  'infrastructure',
  'other',
] as const
export type ProjectCategory = (typeof projectCategories)[number]
