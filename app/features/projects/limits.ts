/** Maximum number of lines of a project or a bid. */
export const maxLines = 200
