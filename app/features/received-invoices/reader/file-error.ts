import type { XmlElement, XmlProblem } from '#app/platform/xml/xml-reader.ts'

/** What is wrong with a file, as a key of `receivedfiles:problem.*`; a file with a problem is refused whole. */
export type FileProblem =
  | 'xmlSyntax'
  | 'xmlDoctype'
  | 'xmlEntity'
  | 'xmlTooLarge'
  | 'encoding'
  | 'otherFormat'
  | 'missing'
  | 'amount'
  | 'date'
  | 'currency'
  | 'vatCategory'
  | 'notPositive'
  | 'tooManyLines'

export class FileError extends Error {
  readonly problem: FileProblem
  /** Of the file; null where the file as a whole is meant. */
  readonly line: number | null
  readonly params: Record<string, string | number>

  constructor(problem: FileProblem, line: number | null, params: Record<string, string | number> = {}) {
    super(`e-invoice: ${problem} in line ${line}`)
    this.name = 'FileError'
    this.problem = problem
    this.line = line
    this.params = params
  }
}

export const problemOfXml: Record<XmlProblem, FileProblem> = {
  syntax: 'xmlSyntax',
  doctype: 'xmlDoctype',
  entity: 'xmlEntity',
  prefix: 'xmlSyntax',
  tooDeep: 'xmlTooLarge',
  tooLarge: 'xmlTooLarge',
  incomplete: 'xmlSyntax',
  encoding: 'encoding',
}

export const missing = (element: XmlElement, what: string): FileError =>
  new FileError('missing', element.line, { what })
