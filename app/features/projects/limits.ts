/** Maximum number of lines of a project or a bid. */
export const maxLines = 200

/** Additional information reaches bidders six days before the deadline at the latest, or extends it (Directive 2014/24/EU, article 47(3)(a)). */
export const defaultAddendumDays = 6

/** Project templates of one company. */
export const maxTemplates = 50
