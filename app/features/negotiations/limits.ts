/**
 * Days between an invoice and its due date. Between businesses more than 60 need express agreement and must not be grossly unfair (Directive
 * 2011/7/EU, article 3(5)); in Finland more than 30 already need it (act 30/2013, section 5, as amended by 385/2015). Public clients have at
 * most 60 (article 4(6)). A proposal that the other party accepts is such an agreement; one that a party sets alone is not (C-677/22).
 */
export const maxPaymentDays = 120
export const statutoryPaymentDays = 30

/** A year, in basis points. Never 0: a term that excludes interest is grossly unfair (Directive 2011/7/EU, article 7(2)). */
export const maxLateInterestBp = 3000

/** Comments on one draft, and their characters with the wordings that they propose: its page shows them all. */
export const maxComments = 300
export const maxCommentLength = 300_000
export const maxProposals = 50
