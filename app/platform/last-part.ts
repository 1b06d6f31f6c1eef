/** The last part of a request's path, as routes compare it: `/messages/1/Edit/` is `edit`. */
export function lastPartOf(request: Request): string {
  return new URL(request.url).pathname.split('/').filter(Boolean).at(-1)?.toLowerCase() ?? ''
}
