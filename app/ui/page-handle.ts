import { createContext } from 'react'

/** A route's metadata: `export const handle: PageHandle = { title: 'projects:list.title' }`. */
export interface PageHandle {
  /** Translation key of the title, used in the page header and in <title>. */
  title?: string
  /** The title when it depends on loaded data: a text, or a key with parameters (`bids:for?project=…`). */
  titleOf?(data: unknown): string
  /** Translation key of the heading, if it differs from the title. */
  heading?: string
  /** Translation key of the line below the title. */
  description?: string
  /**
   * The page depends on stored data and the current minute only, so a browser with the current version gets 304 before
   * anything is loaded. Not for pages with a submission id, presence, or other in-memory state.
   */
  versioned?: boolean
  /** The page says by itself, under its own title, that what was asked for does not exist (404). */
  tellsNotFound?: boolean
  /** Set to false on public pages, which send no scripts. */
  scripts?: boolean
}

/** The status of the server's response for the first page; an error prefixes its title. */
export const StatusContext = createContext(200)

/** The request id of the first page; an error page shows it even when nothing could be loaded. */
export const RequestIdContext = createContext<string | undefined>(undefined)

/** The nonce of the response's content security policy. Only the server knows it; browsers hide it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)
