import type { NewAwardTerms } from '#app/features/projects/award-terms.server.ts'
import type { chosenVatTreatments, PriceForm, ProjectCategory } from '#db/vocabulary/projects.ts'
import type { DemandedCertificate } from '#db/vocabulary/qualifications.ts'
import type { People } from './people.ts'

type Firm = { [Key in keyof People]: People[Key]['company'] extends null ? never : Key }[keyof People]
type Line = [description: string, quantity: number, unit: string, priceForm?: PriceForm]

export type DemoBid = {
  by: Exclude<Firm, 'admin' | 'root'>
  daysAgo: number
  /** Euros per unit in line order; `excluded`, or null for a line that is left blank. */
  prices: (number | 'excluded' | null)[]
  extras?: [description: string, quantity: number, unit: string, price: number][]
  weeks: number
  approach: string
  /** In the bidder's words. */
  includes?: string
  excludes?: string
  /** How many days after the deadline the bid binds; without it the bid does not say. */
  bindsDays?: number
  /** Stays a draft. */
  unsent?: boolean
  /** The prices after the addendum, for a bid that was made anew. */
  revises?: DemoBid['prices']
  withdraws?: boolean
  shortlisted?: boolean
  rejected?: string
  /** What the client reckons for lines that the bid leaves out: the line's index, euros, and why. */
  levelled?: [line: number, euros: number, reason: string][]
  /** Why, as the client writes to the bidders. */
  wins?: string
  /** Named with the award as the bid that the client would turn to next. */
  isFallback?: boolean
}

/** Days relative to the seeding: a deadline of -20 was twenty days ago. */
export type DemoProject = {
  owner: DemoBid['by']
  title: string
  description: string
  category: ProjectCategory
  location: string
  /** Euros without VAT; null if not stated. */
  budget: number | null
  postedDaysAgo: number
  deadlineInDays: number
  start: number
  end: number
  /** Standard, and deducted, unless stated. */
  vat?: { treatment: (typeof chosenVatTreatments)[number]; ground?: string; isDeducted?: boolean }
  /** By the lowest price, without minimum requirements, unless stated. */
  criteria?: NewAwardTerms
  /** Certificates that bidders have to show; each bidder names those that it keeps. */
  demanded?: DemandedCertificate[]
  lines: Line[]
  /** The bidder's shares of an over- and an under-run of a target price, in percent. */
  shares?: { overrun: number; underrun: number }
  bids: DemoBid[]
  draft?: boolean
  /** By invitation only. */
  invitedOnly?: boolean
  /** Shown on a public page. */
  isPublic?: boolean
  /** Companies that are invited, and who of them declined, with the reason. */
  invites?: { note?: string; firms: DemoBid['by'][]; declined?: { by: DemoBid['by']; reason: string } }
  /** The client announced that it may close the bidding before the deadline. */
  mayCloseEarly?: boolean
  /** Calendar days between the decision and the contract; none unless stated. */
  standstillDays?: number
  /** What own alternates of bidders have to meet. */
  variantTerms?: string
  addendum?: { daysAgo: number; summary: string; addedLine: Line }
  /** Text files of the tender. `replaced`: the text of a second version, by an addendum so many days ago. */
  documents?: { name: string; text: string; replaced?: { daysAgo: number; summary: string; text: string } }[]
  /** Site visits, so many days from the seeding: who comes, and the minutes of one that was. */
  visits?: {
    inDays: number
    place: string
    meetingPoint: string
    people?: number
    isMandatory?: boolean
    comes: DemoBid['by'][]
    minutes?: string
  }[]
  /** Questions so many days ago, with the answer a day later unless it is open still. */
  questions?: { by: DemoBid['by']; daysAgo: number; text: string; worded?: string; answer?: string }[]
  cancelled?: { daysAgo: number; reason: string }
}
