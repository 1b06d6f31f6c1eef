/** Of a group (collaboration specification, section 9). */
export const maxMembers = 500
/** Characters of the last message in the list of conversations. */
export const previewLength = 50
