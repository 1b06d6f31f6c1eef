import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import {
  RequestFilteringHttpAgent as HttpAgent,
  RequestFilteringHttpsAgent as HttpsAgent,
} from 'request-filtering-agent'

/** Which part of the network may be reached, and how host names are resolved. */
export type Network = {
  ports: readonly number[]
  /** Non-public addresses that may be reached all the same, such as a test's own server. */
  allowed?: string[]
  /** Resolves a host name; DNS by default. */
  lookup?: LookupFunction
  /** How long a page may take, with its redirects (ms). */
  timeout: number
}

/** The public internet, without our own network. */
export const internet: Network = { ports: [80, 443], timeout: 5_000 }

export type FetchedPage = { url: string; body: Buffer; contentType: string }

const maxBytes = 512 * 1024
const maxRedirects = 3
const userAgent = 'Mozilla/5.0 (compatible; LinkPreview/1.0)'

/**
 * Fetches the first 512 KB of a public HTML page. Returns null for other content types, errors, private addresses and
 * pages that take longer than the network's timeout. The agent checks the address that the connection really uses, so that a
 * name that resolves differently the second time (DNS rebinding) gains nothing. Sends no cookies or credentials.
 */
export async function fetchPage(address: string, network: Network = internet): Promise<FetchedPage | null> {
  const signal = AbortSignal.timeout(network.timeout)
  let url = parseUrl(address)
  try {
    for (let hops = 0; url && hops <= maxRedirects; hops += 1) {
      const answer = await ask(url, network, signal)
      if (!answer) return null
      const { statusCode = 0, headers } = answer
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        answer.destroy()
        url = parseUrl(headers.location, url)
        continue
      }
      const contentType = headers['content-type'] ?? ''
      const plain = (headers['content-encoding'] ?? 'identity') === 'identity'
      if (statusCode !== 200 || !plain || !/^text\/html\b/i.test(contentType)) {
        answer.destroy()
        return null
      }
      return { url: url.href, body: await readBeginning(answer), contentType }
    }
    return null
  } catch {
    return null
  }
}

function parseUrl(address: string, base?: URL): URL | null {
  const url = URL.canParse(address, base) ? new URL(address, base) : null
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null
}

/** Bytes to post, of a type, and the type that is expected back. */
export type Post = { body: Uint8Array; contentType: string; accept: string }

/**
 * Posts bytes to an address in the public internet (or `network`) and returns what it answers, up to 512 KB. The address is guarded as for
 * `fetchPage`; redirects are not followed.
 * @throws Error for a refused address, no answer in time, and any answer but 200 of the expected type
 */
export async function postOutside(address: string, post: Post, network: Network = internet): Promise<Buffer> {
  const url = parseUrl(address)
  const answer = url && (await ask(url, network, AbortSignal.timeout(network.timeout), post))
  if (!answer) throw new Error('an address that may not be reached')
  const { statusCode = 0, headers } = answer
  if (statusCode === 200 && headers['content-type']?.split(';')[0]?.trim() === post.accept) return readBeginning(answer)
  answer.destroy()
  throw new Error(`answered ${statusCode} ${headers['content-type'] ?? ''}`)
}

/**
 * Posts bytes to an address in the public internet (or `network`) with headers of their own, and returns the status alone. The address is
 * guarded as for `fetchPage`; redirects are not followed.
 * @returns the status, and after how many seconds to try again (RFC 9110, 10.2.3), if that is said in seconds
 * @throws Error for a refused address, and no answer in time
 */
export async function statusOfPost(
  address: string,
  { body, headers }: { body: Uint8Array; headers: Record<string, string> },
  network: Network = internet,
): Promise<{ status: number; retryAfter: number | null }> {
  const url = parseUrl(address)
  const post = { body, contentType: 'application/octet-stream', accept: '*/*', headers }
  const answer = url && (await ask(url, network, AbortSignal.timeout(network.timeout), post))
  if (!answer) throw new Error('an address that may not be reached')
  answer.destroy()
  const retryAfter = Number(answer.headers['retry-after'] ?? Number.NaN)
  return { status: answer.statusCode ?? 0, retryAfter: Number.isFinite(retryAfter) ? retryAfter : null }
}

function ask(
  url: URL,
  network: Network,
  signal: AbortSignal,
  post?: Post & { headers?: Record<string, string> },
): Promise<IncomingMessage | null> {
  const secure = url.protocol === 'https:'
  if (!network.ports.includes(Number(url.port || (secure ? 443 : 80)))) return Promise.resolve(null)
  const agent = new (secure ? HttpsAgent : HttpAgent)({ allowIPAddressList: network.allowed ?? [] })
  return new Promise((resolve, reject) => {
    const request = (secure ? httpsRequest : httpRequest)(url, {
      agent,
      ...(network.lookup ? { lookup: network.lookup } : {}),
      ...(post && { method: 'POST' }),
      headers: {
        Accept: post?.accept ?? 'text/html',
        ...(post && { 'Content-Type': post.contentType, 'Content-Length': post.body.length }),
        'Accept-Encoding': 'identity',
        'Accept-Language': 'en',
        'User-Agent': userAgent,
        ...post?.headers,
        Connection: 'close',
      },
    })
    // Aborts the response. A name lookup cannot be cancelled, so nothing waits for it.
    const abort = () => request.destroy(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    request.once('close', () => signal.removeEventListener('abort', abort))
    request.once('response', resolve).once('error', reject).end(post?.body)
    if (signal.aborted) abort()
  })
}

/** Reads only the beginning of the body, because that is where a page's head is. */
async function readBeginning(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, maxBytes - size))
    size += chunk.length
    if (size >= maxBytes) break
  }
  return Buffer.concat(chunks)
}
