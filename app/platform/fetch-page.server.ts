import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.server.ts'

/** What of the network may be reached, and how names are found in it. */
export type Network = {
  /** Every address of a name. */
  resolve: (name: string, signal: AbortSignal) => Promise<string[]>
  allows: (address: string) => boolean
  ports: readonly number[]
}

/** The internet, and nothing of ours. */
export const internet: Network = {
  resolve: async (name) => (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address),
  allows: isPublicAddress,
  ports: [80, 443],
}

export type FetchedPage = { url: string; body: Buffer; contentType: string }

const overall = 5_000
const maxBytes = 512 * 1024
const maxRedirects = 3
const agent = 'Mozilla/5.0 (compatible; LinkPreview/1.0)'

/**
 * The beginning (512 KB) of a public HTML page, or null for everything else: other kinds of content, errors, what takes longer
 * than five seconds. Each name is resolved once, every address of it is checked, and the connection goes to the address that was
 * checked: a name that answers differently the second time leads nowhere else. No cookies and no credentials are sent.
 */
export async function fetchPage(address: string, network: Network = internet): Promise<FetchedPage | null> {
  const signal = AbortSignal.timeout(overall)
  let url = parsed(address)
  try {
    for (let hops = 0; url && hops <= maxRedirects; hops += 1) {
      const answer = await ask(url, network, signal)
      if (!answer) return null
      const { statusCode = 0, headers } = answer
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        answer.destroy()
        url = parsed(headers.location, url)
        continue
      }
      const contentType = headers['content-type'] ?? ''
      const plain = (headers['content-encoding'] ?? 'identity') === 'identity'
      if (statusCode !== 200 || !plain || !/^text\/html\b/i.test(contentType)) {
        answer.destroy()
        return null
      }
      return { url: url.href, body: await beginning(answer), contentType }
    }
    return null
  } catch {
    return null
  }
}

function parsed(address: string, base?: URL): URL | null {
  const url = URL.canParse(address, base) ? new URL(address, base) : null
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null
}

async function ask(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage | null> {
  const secure = url.protocol === 'https:'
  if (!network.ports.includes(Number(url.port || (secure ? 443 : 80)))) return null
  // The URL's own parser has made 127.0.0.1 of 2130706433, 0x7f.1 and 0177.0.0.1 by now.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await inTime(network.resolve(host, signal), signal)
  const [pinned] = addresses
  if (pinned === undefined || !addresses.every((each) => network.allows(each))) return null
  const family = isIP(pinned)
  return new Promise((done, fail) => {
    const call = (secure ? httpsRequest : httpRequest)(url, {
      signal,
      agent: false,
      lookup: (_name, options, found) =>
        options.all ? found(null, [{ address: pinned, family }]) : found(null, pinned, family),
      headers: {
        Accept: 'text/html',
        'Accept-Encoding': 'identity',
        'Accept-Language': 'en',
        'User-Agent': agent,
        Connection: 'close',
      },
    })
    call.once('response', done).once('error', fail).end()
  })
}

/** A lookup cannot be called off; nobody waits for it any longer. */
function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    work.then(done, fail)
  })
}

/** As much as is read: the head of a page is at its beginning. */
async function beginning(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, maxBytes - size))
    size += chunk.length
    if (size >= maxBytes) break
  }
  return Buffer.concat(chunks)
}
