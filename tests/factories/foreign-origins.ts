import { ownOrigin } from '#tests/setup/ask.ts'

/** Headers of requests from foreign pages, by name: everything that a signed-in user's browser can be made to send. */
export const foreignOrigins: Array<[name: string, headers: Record<string, string>]> = [
  ['a foreign Origin', { Origin: 'https://evil.example' }],
  ["the Origin 'null'", { Origin: 'null' }],
  ['our Origin as part of another', { Origin: `${ownOrigin}.evil.example` }],
  ['our Origin as the user of another', { Origin: `${ownOrigin}@evil.example` }],
  ['our Origin on another port', { Origin: `${ownOrigin}1` }],
  ['a foreign Origin and a forwarded host', { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' }],
  ['a foreign page that hides its Origin', { 'Sec-Fetch-Site': 'cross-site' }],
  ['a neighbour that hides its Origin', { 'Sec-Fetch-Site': 'same-site' }],
  ['a foreign Referer', { Referer: 'https://evil.example/' }],
  ['a Referer that is none', { Referer: 'about:blank' }],
  ['nothing that says where it comes from', {}],
]
