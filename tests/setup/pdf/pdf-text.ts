import { extractText } from 'unpdf'
import { pdfAProblems } from './pdf-a.ts'

/**
 * What a PDF says, page by page, in the order in which it is drawn: a mark first, the foot of the page last. Every document that we write is PDF/A-3,
 * so every one that a test reads is checked to be.
 */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const problems = pdfAProblems(bytes)
  if (problems.length > 0) throw new Error(`The file is not PDF/A-3: ${problems.join('; ')}`)
  // It takes the bytes away from whoever passes them.
  return (await extractText(new Uint8Array(bytes), { mergePages: false })).text
}

/** What a PDF says without the feet of its pages and its mark. */
export async function pdfText(bytes: Uint8Array, mark: string | null = null): Promise<string> {
  const pages = await pdfPages(bytes)
  const plain = pages.map((page) => page.replace(/\n.*\d+ \/ \d+\s*$/, ''))
  return plain
    .map((page) => (mark && page.startsWith(mark) ? page.slice(mark.length) : page))
    .join('\n')
    .normalize('NFC')
}
