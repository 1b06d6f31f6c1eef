/** The token of an `Authorization: Bearer …` header (RFC 6750, 2.1); '' if it names none, null for another header or none. */
export function bearerToken(authorization: string | null | undefined): string | null {
  const [, token = null] = /^Bearer(?: +(\S*))? *$/i.exec(authorization ?? '') ?? []
  return token ?? (/^Bearer\b/i.test(authorization ?? '') ? '' : null)
}

const nowhere = 'http://nowhere.invalid'

/**
 * Whether a request is a program's call of the API. It is authenticated by its token alone, and no page can make a browser send one
 * to us without asking first (CORS), so it may come from anywhere.
 * @param url as the request line has it; resolved as the router resolves it
 */
export function isBearerCall(url: string, authorization: string | undefined): boolean {
  if (bearerToken(authorization) === null || !URL.canParse(url, nowhere)) return false
  return /^\/api\//i.test(new URL(url, nowhere).pathname)
}
