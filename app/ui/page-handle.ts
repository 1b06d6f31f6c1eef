import { createContext } from 'react'

/** What a route says of itself: `export const handle: PageHandle = { title: 'projects:list.title' }`. */
export interface PageHandle {
  /** Translation key of the title, in the header of the page and in its <title>. */
  title?: string
  /** The title where it depends on what was loaded: a text, or a key with parameters (`bids:for?project=…`). */
  titleOf?(data: unknown): string
  /** Translation key of the heading, where it is not the title: a page that says the rest of it below. */
  heading?: string
  /** Translation key of the line under the title. */
  description?: string
  /**
   * The page is made from stored data and the minute alone, so that a browser that holds its present version is answered
   * before anything is loaded. Not for pages with a submission id, presence, or anything else kept in memory.
   */
  versioned?: boolean
  /** Public pages send no scripts at all. */
  scripts?: boolean
}

/** The status that the server answered the first page with; an error prefixes its title. */
export const StatusContext = createContext(200)

/** The number of the request that the first page answered: what an error page tells even where nothing could be loaded. */
export const RequestIdContext = createContext<string | undefined>(undefined)

/** The nonce of the answer's content security policy. Only the server knows it; browsers hide it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)
