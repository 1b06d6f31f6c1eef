/** Errors of requests that did not reach the server. */
const unreachable = new WeakSet<object>()

/** Whether this is the error of a request that did not reach the server. */
export const isUnreachable = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && unreachable.has(error)

/** Notes an error of a request that did not reach the server, for the page that shows it. */
export const noteUnreachable = (error: object): void => {
  unreachable.add(error)
}

/**
 * For the client loader of a route around the pages: its data from the server, or, if loading fails, the data that it shows
 * already, marked as `outdated`. So the document, its socket and the panels stay, and only the page shows the error.
 * @throws Response a redirect; the error itself if nothing is shown yet
 */
export async function loadOrKeep<Data extends object>(
  routeId: string,
  serverLoader: () => Promise<Data>,
): Promise<Data & { outdated?: true }> {
  try {
    return await serverLoader()
  } catch (error) {
    const shown = window.__remixRouter.state.loaderData[routeId] as Data | undefined
    if (!shown || error instanceof Response) throw error
    // fetch() rejects with a TypeError, and with an AbortError once another navigation has begun.
    if (error instanceof TypeError) noteUnreachable(error)
    return { ...shown, outdated: true }
  }
}

/**
 * Lets the routes with a client loader share the one request of a navigation. Remix sends one of its own for each, because a
 * client loader may not need the server; `loadOrKeep` always does.
 */
export function shareLoaderRequest(): void {
  for (const route of Object.values(window.__remixManifest.routes)) route.hasClientLoader = false
}
