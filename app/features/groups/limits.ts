/** Limits of groups (collaboration specification, section 9). */
export const maxNameLength = 100
export const maxDescriptionLength = 1_000
export const maxTags = 10
export const maxTagLength = 30
export const discoverLimit = 50
export const groupSearchLimit = 20
