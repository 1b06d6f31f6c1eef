import type { ProjectFields } from './project-fields.ts'
import { taxesOther } from './vat-treatment.ts'

const day = 86_400_000
const hour = day / 24

/** What a bid answers, besides the requested lines. */
const answered = ['description', 'category', 'location', 'startDate', 'endDate', 'buyerDeductsVat'] as const

/** The announced terms of a project that an addendum cannot change. */
export type AnnouncedTerms = {
  addendumDays: number
  mayCloseEarly: boolean
  invitedOnly: boolean
  closesWhenAnswered: boolean
  standstillDays: number
  variantTerms: string | null
}

/**
 * Whether a change of an open project is significant, so that bidders need time for it (Directive 2014/24/EU, article 47(3)(b)):
 * anything that a bid answers or is ranked by. The title, the budget and a longer deadline are not.
 */
export function isSignificant(
  before: Omit<ProjectFields, keyof AnnouncedTerms>,
  after: Omit<ProjectFields, keyof AnnouncedTerms>,
  changesLines: boolean,
): boolean {
  return changesLines || taxesOther(before, after) || answered.some((field) => before[field] !== after[field])
}

/** The earliest deadline after a significant addendum at `now`. UTC ms. */
export const earliestDeadline = (now: number, { addendumDays }: Pick<AnnouncedTerms, 'addendumDays'>): number =>
  now + addendumDays * day

/** The deadline that the form of an addendum starts with: the announced one, or the first full hour that leaves an hour to fill the form in. UTC ms. */
export function suggestedDeadline(project: { bidDeadline: number; addendumDays: number }, now: number): number {
  const earliest = earliestDeadline(now, project)
  return project.bidDeadline >= earliest ? project.bidDeadline : Math.ceil((earliest + hour) / hour) * hour
}
