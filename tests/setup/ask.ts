import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { env } from '#app/platform/env.server.ts'

/** The Origin that the tests' own pages send. */
export const ownOrigin = env.origin

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  bytes: Buffer
  json: () => unknown
}
export type Ask = {
  method?: string
  headers?: OutgoingHttpHeaders
  /** Sent as a form with our own Origin, unless `headers` sets another. */
  form?: Record<string, string>
  body?: string | Buffer | AsyncIterable<Buffer>
  /** A Cookie header from `signedIn`. */
  cookie?: string
}

/** The address of a page's data, as a browser's script requests it: the same loaders, and nothing is rendered. */
export function dataOf(path: string): string {
  const [pathname = '', query] = path.split('?')
  return `${pathname === '/' ? '/_root' : pathname}.data${query ? `?${query}` : ''}`
}

/** Sends one raw request: follows no redirects and adds no headers except those of a form. */
export function ask(
  port: number,
  path: string,
  { method, headers = {}, form, body, cookie }: Ask = {},
): Promise<Answer> {
  const content = form ? new URLSearchParams(form).toString() : body
  const all: OutgoingHttpHeaders = {
    ...(form ? { 'Content-Type': 'application/x-www-form-urlencoded', Origin: ownOrigin } : {}),
    ...(typeof content === 'string' || content instanceof Buffer
      ? { 'Content-Length': Buffer.byteLength(content) }
      : {}),
    ...(cookie ? { Cookie: cookie } : {}),
    ...headers,
  }
  for (const [name, value] of Object.entries(all)) if (value === undefined) delete all[name]
  return new Promise((done, fail) => {
    const call = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      method: method ?? (content ? 'POST' : 'GET'),
      headers: all,
      agent: false,
    })
    call.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', fail)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const text = bytes.toString()
        done({ status: response.statusCode ?? 0, headers: response.headers, text, bytes, json: () => JSON.parse(text) })
      })
    })
    call.on('error', fail)
    if (content && typeof content === 'object' && Symbol.asyncIterator in content) void pour(content, call, fail)
    else call.end(content)
  })
}

async function pour(content: AsyncIterable<Buffer>, call: NodeJS.WritableStream, fail: (error: unknown) => void) {
  try {
    for await (const chunk of content) {
      if (!call.write(chunk)) await new Promise((ready) => call.once('drain', ready).once('close', ready))
    }
    call.end()
  } catch (error) {
    fail(error)
  }
}
