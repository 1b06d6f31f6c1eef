import { Parser } from 'htmlparser2'
import type { FetchedPage } from '#app/platform/fetch-page.server.ts'
import { truncate } from '#app/platform/text/truncate.ts'

export type PageHead = { title: string; description: string | null; siteName: string }

const maxLength = { title: 200, description: 300, siteName: 80 } as const
/** A page declares its encoding within its first 1024 bytes (HTML standard, section 4.2.5.4). */
const prescan = 1024

/** The title, description and site name from the head of a page; null for a page without a title. */
export function readPageHead({ body, contentType, url }: FetchedPage): PageHead | null {
  const { meta, title } = headOf(decoded(body, contentType))
  const text = (length: number, ...candidates: Array<string | undefined>) =>
    candidates.map((each) => plain(each ?? '', length)).find(Boolean) ?? null
  const shown = text(maxLength.title, meta.get('og:title'), meta.get('twitter:title'), title)
  if (shown === null) return null
  return {
    title: shown,
    description: text(maxLength.description, meta.get('og:description'), meta.get('description')),
    siteName: text(maxLength.siteName, meta.get('og:site_name')) ?? new URL(url).hostname.replace(/^www\./, ''),
  }
}

function headOf(html: string): { meta: Map<string, string>; title: string } {
  const meta = new Map<string, string>()
  let title = ''
  let inTitle = false
  let done = false
  const parser = new Parser({
    onopentag(name, { property, name: named, content }) {
      if (name === 'title' && title === '') inTitle = true
      const key = (property ?? named)?.toLowerCase()
      if (name === 'meta' && key && content && !meta.has(key)) meta.set(key, content)
      // An SVG has a title of its own, and the body has none of the page's.
      if (name === 'body' || name === 'svg') done = true
    },
    ontext(text) {
      if (inTitle && !done) title += text
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false
      if (name === 'head') done = true
    },
  })
  const step = 16_384
  for (let at = 0; at < html.length && !done; at += step) parser.write(html.slice(at, at + step))
  parser.end()
  return { meta, title }
}

function decoded(body: Buffer, contentType: string): string {
  const charset = /charset=["']?([\w-]{2,30})/i
  const name =
    charset.exec(contentType)?.[1] ?? charset.exec(body.subarray(0, prescan).toString('latin1'))?.[1] ?? 'utf-8'
  return decoderOf(name).decode(body)
}

function decoderOf(name: string): TextDecoder {
  try {
    return new TextDecoder(name)
  } catch {
    return new TextDecoder()
  }
}

/** One line without invisible or direction-changing characters. */
function plain(text: string, length: number): string {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .trim()
  return truncate(line, length)
}
