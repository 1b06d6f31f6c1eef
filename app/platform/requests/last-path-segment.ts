/** The last segment of a request's path in lower case, as routes compare it: `edit` for `/messages/1/Edit/`. */
export function lastPathSegment(request: Request): string {
  return new URL(request.url).pathname.split('/').filter(Boolean).at(-1)?.toLowerCase() ?? ''
}
